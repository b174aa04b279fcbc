import { BooleanField, StringField } from '../../../core/http/fields/field-kinds.js';
import { GIVEN_ROLES } from '../lookup/person.response.js';

/**
 * The path of a route about one person. An id that no person can have is a person who is not there:
 * 404.
 */
export class PersonParams {
  @StringField({ description: 'The person: a user_id of the list.', format: 'uuid' })
  user_id!: string;
}

/** Body of PATCH /v1/portal/people/{user_id}. */
export class ChangeRoleRequest {
  @StringField({
    description: 'A role of your own kind. Any other, also an unknown one: 422 role_not_grantable.',
    enum: GIVEN_ROLES,
    example: 'client_manager',
  })
  role!: string;
}

/** Body of POST /v1/portal/people/{user_id}/deactivate. */
export class DeactivateRequest {
  @BooleanField({
    description: 'Whether the API keys that the person has made for this client end as well.',
    default: false,
    optional: true,
  })
  revoke_api_keys: boolean = false;
}
