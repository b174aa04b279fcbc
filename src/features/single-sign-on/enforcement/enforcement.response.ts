import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { CUSTOMER_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { ENFORCEMENT_MODES, type EnforcementMode } from '../rules/enforcement.policy.js';

/** GET and PUT /v1/security/sso/enforcement. */
export class EnforcementResponse {
  @Field('`required`: people of the client sign in through the connection alone.', {
    enum: ENFORCEMENT_MODES,
  })
  mode!: EnforcementMode;

  @NullableField(String, { description: 'The required connection; null: none.', format: 'uuid' })
  connection_id!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  required_at_utc!: string | null;

  @NullableField(String, { description: 'The user id of the person who required it.' })
  required_by!: string | null;

  @Field('For If-Match; also in the header ETag.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;
}

/** A person who could not sign in. */
export class ExcludedPersonResponse {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Mei Tanaka' })
  display_name!: string;

  @ApiProperty({ enum: CUSTOMER_ROLES })
  role!: PortalRole;
}

/** GET /v1/security/sso/enforcement/preview. */
export class EnforcementPreviewResponse {
  @Field('People who are not linked to the connection and were not provisioned, by name.', {
    type: [ExcludedPersonResponse],
  })
  items!: ExcludedPersonResponse[];

  @Field('How many API keys of the client work; they keep working.', { type: 'integer', example: 3 })
  api_keys_untouched!: number;

  @ApiProperty()
  pagination!: PaginationResponse;
}
