import { PARTNER_ROLES } from '../../../core/shared/roles.js';
import { ApiProperty } from '@nestjs/swagger';
import { OptionalField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';

export class PartnerMeResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: PARTNER_ROLES, example: 'partner_admin' })
  scope!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @ApiProperty({ enum: ['api_key', 'bearer'], example: 'api_key' })
  auth_type!: 'api_key' | 'bearer';

  @OptionalField('With an API key only.', { format: 'uuid' })
  api_key_id?: string;

  @OptionalField('With an API key only.')
  api_key_description?: string;

  @OptionalField('With an API key only; null for a key that does not expire.', {
    type: String,
    format: 'date-time',
    nullable: true,
  })
  expires_at?: string | null;
}
