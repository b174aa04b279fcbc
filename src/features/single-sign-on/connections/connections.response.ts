import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CUSTOMER_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { CONNECTION_KINDS, type ConnectionKind } from '../rules/connection-settings.policy.js';
import { CONNECTION_STATES, type ConnectionState } from '../rules/connection-versions.policy.js';

export class ConnectionRecord {
  @ApiProperty({ format: 'uuid' }) connection_id!: string;
  @ApiProperty({ example: 'Head office' }) name!: string;
  @ApiProperty({ enum: CONNECTION_KINDS }) kind!: ConnectionKind;

  @Field(
    'About the newest settings. `draft`: they were not tested. `tested`: they can be activated. `active`: people ' +
      'sign in with them. `disabled`: signing in is off.',
    { enum: CONNECTION_STATES },
  )
  state!: ConnectionState;

  @Field('Whether people sign in through this connection now, perhaps with earlier settings.')
  is_serving!: boolean;

  @NullableField(String, {
    description: 'The issuer of oidc, or the entity id of saml.',
    example: 'https://login.example.com/tenant/v2.0',
  })
  issuer!: string | null;

  @NullableField(String, { example: '6f0d1c9e-telephony' }) client_id!: string | null;

  @NullableField(String, { description: 'The end of the secret; null: none.', example: '…cret' })
  client_secret_preview!: string | null;

  @NullableField(String, { example: 'https://login.example.com/metadata.xml' }) metadata_url!: string | null;

  @NullableField(String, {
    description: 'Only for saml: the sign-in page of the directory.',
    example: 'https://login.example.com/saml',
  })
  sign_in_url!: string | null;

  @NullableField(String, {
    description: 'Only for saml: the end of the certificate with which the directory signs.',
    format: 'date-time',
  })
  certificate_expires_at_utc!: string | null;

  @Field('Domains of this connection, sorted.', { type: [String], example: ['example.com'] })
  domains!: string[];

  @ApiProperty({ enum: CUSTOMER_ROLES, nullable: true }) default_role!: PortalRole | null;

  @Field('To enter at the directory: the redirect address of oidc, or the reply address (ACS) of saml.', {
    example: 'https://portal.example.com/v1/portal/oidc/4b0c5d2e-7f3a-4c6b-9a1d-2e8f7c6b5a40/callback',
  })
  reply_url!: string;

  @NullableField(String, {
    description:
      'To enter at a directory of saml: the entity id of this service, and the address of its metadata.',
  })
  entity_id!: string | null;

  @NullableField(String, { description: 'When the newest settings were tested.', format: 'date-time' })
  tested_at_utc!: string | null;

  @Field('For If-Match; also in the header ETag.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;

  @ApiProperty({ format: 'date-time' }) updated_at_utc!: string;
  @Field('A user id.') updated_by!: string;
}

export class ConnectionsResponse {
  @Field('Oldest first.', { type: [ConnectionRecord] })
  items!: ConnectionRecord[];
}

export class DeletedConnectionResponse {
  @ApiProperty({ format: 'uuid' }) connection_id!: string;
  @ApiProperty({ format: 'date-time' }) deleted_at_utc!: string;
}
