import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { CUSTOMER_ROLES } from '../../../core/shared/roles.js';
import { LinkedPersonResponse } from '../rules/linked-person.response.js';
import { EVENT_OPERATIONS, type EventOperation } from '../rules/event-words.js';
import type { DirectoryRole } from '../rules/role-of-groups.policy.js';
import { TOKEN_STATUSES, type TokenStatus } from '../rules/token-terms.policy.js';

const AN_ID = '01a1fc1b-628c-7fa9-95cc-33a6952135bb';
const AN_INSTANT = '2026-11-20T10:15:00.000Z';
const instant = (description: string) => ({ description, format: 'date-time', example: AN_INSTANT });

export class GroupRoleResponse {
  @ApiProperty({ example: 'Telephony administrators' })
  group!: string;

  @ApiProperty({ enum: CUSTOMER_ROLES, example: 'client_manager' })
  role!: DirectoryRole;
}

export class DirectoryTokenResponse {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  token_id!: string;

  @ApiProperty({ example: 'Entra ID' })
  name!: string;

  @Field('The last characters of the token.', { example: 'k3Zd' })
  last_four!: string;

  @ApiProperty({ enum: TOKEN_STATUSES, example: 'active' })
  status!: TokenStatus;

  @ApiProperty({ format: 'date-time', example: AN_INSTANT })
  created_at_utc!: string;

  @Field('The user id of the person who created it.', { example: AN_ID })
  created_by!: string;

  @Field('365 days after it was created, or the end of its overlap with the token that replaced it.', {
    format: 'date-time',
    example: AN_INSTANT,
  })
  expires_at_utc!: string;

  @NullableField(String, instant('The last request with it, at most five minutes old.'))
  last_used_at_utc!: string | null;
}

export class NewDirectoryTokenResponse extends DirectoryTokenResponse {
  @NullableField(String, { description: 'The token, only in the first response.', example: null })
  secret!: string | null;

  @Field('Whether this response has the secret.', { example: false })
  secret_available!: boolean;
}

export class DirectoryGroupResponse {
  @ApiProperty({ example: 'Telephony administrators' })
  name!: string;

  @ApiProperty({ example: 12 })
  members!: number;

  @NullableField(String, { description: 'The role of its people; null: none.', enum: CUSTOMER_ROLES })
  role!: DirectoryRole | null;
}

export class DirectoryEventResponse {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  event_id!: string;

  @ApiProperty({ format: 'date-time', example: AN_INSTANT })
  at_utc!: string;

  @ApiProperty({ enum: EVENT_OPERATIONS, example: 'user.change' })
  operation!: EventOperation;

  @NullableField(String, {
    description: 'The person or group; null if it was not created.',
    format: 'uuid',
    example: AN_ID,
  })
  resource_id!: string | null;

  @Field('The status of the response.', { example: 200 })
  status!: number;

  @NullableField(String, { description: 'Why it failed; null: it did not.', example: null })
  reason!: string | null;
}

/** GET and PUT /v1/security/scim. */
export class DirectoryResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field('Whether the tokens of the directory count.', { example: true })
  on!: boolean;

  @Field('Whether the API keys of a person end when the directory ends the role.', { example: true })
  keys_end_with_person!: boolean;

  @Field('The groups with a role.', { type: [GroupRoleResponse] })
  group_roles!: GroupRoleResponse[];

  @Field('The path below which the directory writes.', { example: '/v1/security/scim/v2' })
  base_path!: string;

  @Field('The number of people whom the directory governs.', { example: 42 })
  people!: number;

  @Field('How many of these people are active.', { example: 40 })
  active_people!: number;

  @Field('The groups that the directory has sent, at most 200.', { type: [DirectoryGroupResponse] })
  groups!: DirectoryGroupResponse[];

  @Field('The people whom an administrator linked to the directory, at most 200.', {
    type: [LinkedPersonResponse],
  })
  linked!: LinkedPersonResponse[];

  @Field('The last 50 tokens, newest first.', { type: [DirectoryTokenResponse] })
  tokens!: DirectoryTokenResponse[];

  @Field('The last 50 events, newest first.', { type: [DirectoryEventResponse] })
  events!: DirectoryEventResponse[];

  @Field('The etag of the setup, for If-Match; also in the header ETag.', {
    example: '5f0c1b7e9a2d4c6e8b1a3f57',
  })
  etag!: string;

  @NullableField(String, instant('When the setup was last saved; null: never.'))
  updated_at_utc!: string | null;

  @NullableField(String, { description: 'The user id of the person who saved it.', example: AN_ID })
  updated_by!: string | null;
}
