import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { CUSTOMER_ROLES, PARTNER_ROLES, type PortalRole } from '../../../core/shared/roles.js';

export const GIVEN_ROLES = [...PARTNER_ROLES, ...CUSTOMER_ROLES];

/** A person with a role for a client (people 1.2). */
export class PersonResponse {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Mei Tanaka' })
  display_name!: string;

  @NullableField(String, {
    description: 'The invitation from your side that the person accepted; null if there is none.',
    example: 'm***@e***.com',
  })
  email_masked!: string | null;

  @ApiProperty({ enum: GIVEN_ROLES, example: 'client_staff' })
  role!: PortalRole;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field('False: the person gets 404 for this client.', { example: true })
  active!: boolean;

  @NullableField(String, {
    description: 'The last request for this client, up to five minutes out of date; null: none yet.',
    format: 'date-time',
    example: '2026-11-26T22:41:07.120Z',
  })
  last_seen_at_utc!: string | null;

  @NullableField(String, {
    description: 'The user id of the person from your side who sent the invitation; null if there is none.',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  invited_by!: string | null;

  @Field('When the role was last given.', { format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  role_changed_at_utc!: string;

  @Field('The person who gave it, by user id, or the process.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  role_changed_by!: string;

  @Field('For If-Match; changes with each change of role or activity.', {
    example: '5f0c1b7e9a2d4c6e8b1a3f57',
  })
  etag!: string;
}
