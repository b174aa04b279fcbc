import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { API_KEY_STATUSES, type ApiKeyStatus } from './key-status.policy.js';
import { SCOPES, type Scope } from '../../../core/shared/roles.js';

const instant = (description: string, example: string | null = null) =>
  ApiProperty({ description, type: String, format: 'date-time', nullable: true, example });
const keyId = (description: string) =>
  ApiProperty({ description, type: String, format: 'uuid', nullable: true, example: null });

/** The visible part of an API key (partner 3.1): neither its secret nor the hash of it. */
export class ApiKeyRecord {
  @ApiProperty({ format: 'uuid' })
  key_id!: string;

  @Field('The third part of the key text, which identifies it.', { example: 'Qm4Zt81x' })
  key_prefix!: string;

  @Field('The last four characters of the key text.', { example: 'b7Xe' })
  last_four!: string;

  @ApiProperty({ example: 'CRM sync' })
  description!: string;

  @ApiProperty({ enum: SCOPES, example: 'partner_user' })
  scope!: Scope;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field(
    '`active` and `grace` keys work while organisation_active and created_by_active; `grace` is a ' +
      'rotated one until grace_expires_at_utc.',
    { enum: API_KEY_STATUSES, example: 'active' },
  )
  status!: ApiKeyStatus;

  @Field('Whether its organisation is active and owns the client. If not, the key is refused.', {
    example: true,
  })
  organisation_active!: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @Field(
    'The user id of the person responsible for it, who created it or took it over; or the process that created it.',
    {
      example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
    },
  )
  created_by!: string;

  @Field(
    'Whether that person now has a role that permits the scope of the key; always true for a process. ' +
      'While false, the key is refused.',
    { example: true },
  )
  created_by_active!: boolean;

  @instant('When it expires; null: never.', '2027-06-30T14:00:00.000Z')
  expires_at_utc!: string | null;

  @instant('Up to five minutes out of date; null: not yet used.', '2026-11-21T03:17:03.914Z')
  last_used_at_utc!: string | null;

  @keyId('The key that it replaced.')
  rotated_from_key_id!: string | null;

  @keyId('The key that replaced it.')
  replaced_by_key_id!: string | null;

  @instant(
    'Until when a rotated key works; null unless it was rotated with a grace period that was not cut short.',
  )
  grace_expires_at_utc!: string | null;

  @instant('When it was revoked, or rotated without a grace period.')
  revoked_at_utc!: string | null;

  @NullableField(String, { description: 'The person who revoked or rotated it.', example: null })
  revoked_by!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was created, rotated, revoked or handed over last.',
  })
  updated_at_utc!: string;

  @Field('The person or process that did so.', { example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  updated_by!: string;
}

export class ApiKeyListResponse {
  @Field('Newest first.', { type: [ApiKeyRecord] })
  items!: ApiKeyRecord[];
}

export class RevokedApiKeysResponse {
  @Field('The keys that this request revoked, newest first; empty if there were none.', {
    type: [ApiKeyRecord],
  })
  items!: ApiKeyRecord[];
}

/** A key that was just created; the only response that ever contains its secret (partner 4.2). */
export class NewApiKeyResponse extends ApiKeyRecord {
  @NullableField(String, {
    description: 'The key text, shown only this once; null in a replay.',
    example: 'svc_prod_Qm4Zt81x_(49 characters)',
  })
  secret!: string | null;

  @Field('False in a replay of an idempotency key.', { example: true })
  secret_available!: boolean;
}
