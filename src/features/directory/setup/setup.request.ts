import {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectListField,
  StringField,
  TextField,
  UuidField,
} from '../../../core/http/fields/field-kinds.js';
import { CUSTOMER_ROLES } from '../../../core/shared/roles.js';
import type { DirectoryRole } from '../rules/role-of-groups.policy.js';
import { MAX_GRACE_SECONDS, MOST_GROUP_ROLES } from '../rules/token-terms.policy.js';

/** The role of the people of one group. */
export class GroupRoleRequest {
  @TextField(1, 256, {
    description: 'The name of the group in the directory, in any letter case.',
    example: 'Telephony administrators',
  })
  group!: string;

  @EnumField(CUSTOMER_ROLES, { description: 'The role of its people.', example: 'client_manager' })
  role!: DirectoryRole;
}

export class DirectoryRequest {
  @BooleanField({ description: 'Whether the tokens of the directory count.' })
  on!: boolean;

  @BooleanField({
    description: 'Whether the API keys of a person end when the directory ends the role.',
    default: true,
    optional: true,
  })
  keys_end_with_person: boolean = true;

  @ObjectListField(
    GroupRoleRequest,
    { max: MOST_GROUP_ROLES },
    { description: 'All groups with a role. A person of several groups has the highest one.' },
  )
  group_roles!: GroupRoleRequest[];
}

export class DirectoryTokenRequest {
  @TextField(1, 80, { description: 'A name for people.', example: 'Entra ID' })
  name!: string;

  @UuidField({
    description: 'The token that this one replaces. If left out, no token ends.',
    optional: true,
  })
  replaces?: string;

  @IntegerField(0, MAX_GRACE_SECONDS, {
    description: 'How long the replaced token still counts.',
    default: 0,
    optional: true,
    example: 86_400,
  })
  grace_seconds: number = 0;
}

export class DirectoryTokenParams {
  @StringField({ description: 'The token_id of the token, from the list.', format: 'uuid' })
  token_id!: string;
}
