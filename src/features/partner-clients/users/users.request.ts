import { EnumField, StringField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/shared/roles.js';
import { PartnerClientParams } from '../rules/client-params.request.js';

/** An id that no person can have gets the same response as a person who is not assigned: 404. */
export class AssignedUserParams extends PartnerClientParams {
  @StringField({ description: 'The user_id of the person, from the list.', format: 'uuid' })
  user_id!: string;
}

export class RemoveUserQuery {
  @UuidField({
    description:
      'The person who becomes responsible for the API keys: another person of your organisation with the ' +
      'same or a higher role for the client, else 422. If left out, the keys end.',
    example: '0196a000-0000-7000-8000-000000000014',
    optional: true,
  })
  keep_api_keys_with?: string;
}

export class AssignUserRequest {
  @UuidField({ description: 'One of the assignable users.', example: '0196a000-0000-7000-8000-000000000014' })
  user_id!: string;

  @EnumField(PARTNER_ROLES, {
    description: 'The role for this client.',
    default: 'partner_user',
    optional: true,
  })
  role: PartnerRole = 'partner_user';
}
