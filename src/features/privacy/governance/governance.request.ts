import { EnumField, IntegerField } from '../../../core/http/fields/field-kinds.js';
import { AUDIO_RETENTIONS, MAX_RETENTION_DAYS, SECONDARY_REUSES } from './governance.policy.js';
import type { TenantGovernance } from './governance.policy.js';

export class TenantGovernanceRequest {
  @EnumField(AUDIO_RETENTIONS, {
    description: 'Whether recordings are kept; unconfirmed: left open.',
    example: 'enabled',
  })
  audio_retention!: TenantGovernance['audioRetention'];

  @EnumField(SECONDARY_REUSES, {
    description: 'Whether transcripts may be reused for other purposes; null: left open.',
    example: 'denied',
    nullable: true,
  })
  secondary_reuse!: TenantGovernance['secondaryReuse'];

  @IntegerField(0, MAX_RETENTION_DAYS, {
    description:
      'For how many days after the start of a call its transcript is shown; 0: never; null: left open.',
    example: 365,
    nullable: true,
  })
  transcript_retention_days!: number | null;
}
