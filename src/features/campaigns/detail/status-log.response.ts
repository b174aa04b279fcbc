import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CONTROL_ACTIONS } from '../rules/control.policy.js';
import { CAMPAIGN_STATUSES, STATUS_REASONS } from '../rules/statuses.js';

/** One change of a campaign (campaigns 2.9). */
export class CampaignStatusChange {
  @ApiProperty({ format: 'date-time', example: '2026-11-25T01:00:00.000Z' })
  changed_at_utc!: string;

  @Field('A person who is signed in, a key, or a process of the service.', {
    enum: ['bearer', 'api_key', 'system'],
    example: 'system',
  })
  changed_by_kind!: string;

  @Field('The person by user id, the key by key id, or the process.', { example: 'worker' })
  changed_by!: string;

  @ApiProperty({ enum: ['create', 'edit', ...CONTROL_ACTIONS], example: 'breaker_tripped' })
  action!: string;

  @NullableField(String, { enum: CAMPAIGN_STATUSES, example: 'running' })
  from_status!: string | null;

  @ApiProperty({ enum: CAMPAIGN_STATUSES, example: 'paused' })
  to_status!: string;

  @NullableField(String, { enum: STATUS_REASONS, example: 'circuit_breaker' })
  reason!: string | null;
}
