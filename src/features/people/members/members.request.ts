import { BooleanField, StringField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';

const KEEP_KEYS =
  'The person who becomes responsible for the API keys that the role no longer permits: a person of your ' +
  'organisation with the same or a higher role for the client, else 400. If left out, these keys end.';

export class ChangeRoleRequest {
  @StringField({
    description: 'A role of your own kind. Any other, even an unknown one, is 422 role_not_grantable.',
    enum: GIVEN_ROLES,
    example: 'client_manager',
  })
  role!: string;

  @UuidField({ description: KEEP_KEYS, example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb', optional: true })
  keep_api_keys_with?: string;
}

export class DeactivateRequest {
  @BooleanField({
    description: 'Has no effect: API keys end in any case, unless `keep_api_keys_with` names a colleague.',
    default: true,
    optional: true,
  })
  revoke_api_keys: boolean = true;

  @UuidField({ description: KEEP_KEYS, example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb', optional: true })
  keep_api_keys_with?: string;
}
