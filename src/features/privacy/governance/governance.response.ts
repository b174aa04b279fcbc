import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { AUDIO_RETENTIONS, SECONDARY_REUSES } from './governance.policy.js';
import type { TenantGovernance } from './governance.policy.js';

/** GET and PUT /v1/privacy/governance. */
export class TenantGovernanceResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field('`default`: never saved, so no rule is set.', { enum: ['saved', 'default'], example: 'saved' })
  source!: 'saved' | 'default';

  @Field('For If-Match; also in the header ETag.', { example: 'r3-9f0c1f5d2b7a4e68' })
  etag!: string;

  @Field('Whether recordings are kept; unconfirmed: left open.', {
    enum: AUDIO_RETENTIONS,
    example: 'enabled',
  })
  audio_retention!: TenantGovernance['audioRetention'];

  @NullableField(String, {
    description: 'Whether transcripts may be reused for other purposes; null: left open.',
    enum: SECONDARY_REUSES,
    example: 'denied',
  })
  secondary_reuse!: TenantGovernance['secondaryReuse'];

  @NullableField('integer', {
    description: 'For how many days after the start of a call its transcript is shown; null: left open.',
    example: 365,
  })
  transcript_retention_days!: number | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T03:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, { example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  updated_by!: string | null;
}
