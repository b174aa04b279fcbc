import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CampaignCounts } from '../counts/campaign-counts.response.js';
import { CALL_TYPES, CAMPAIGN_STATUSES, CAMPAIGN_TYPES, STATUS_REASONS } from '../rules/statuses.js';
import type { CallType, CampaignStatus, StatusReason } from '../rules/statuses.js';
import { WASH_STATES, type WashState } from '../rules/eligibility/wash-state.policy.js';

const Instant = (description?: string): PropertyDecorator =>
  ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-23T22:00:00.000Z',
    ...(description !== undefined && { description }),
  });

const VALIDATION_STATUSES = ['ready', 'blocked', 'warning'] as const;

/** The result of the last validation (campaigns 2.4). */
export class CampaignValidationState {
  @NullableField(String, {
    enum: VALIDATION_STATUSES,
    example: 'ready',
    description: 'Null, as all of it, before the first validation.',
  })
  status!: (typeof VALIDATION_STATUSES)[number] | null;

  @Instant()
  validated_at_utc!: string | null;

  @NullableField('integer', { minimum: 0, example: 0 })
  blocker_count!: number | null;

  @NullableField('integer', { minimum: 0, example: 1 })
  warning_count!: number | null;
}

/** The campaign's newest record of a registry wash (campaigns 2.5). */
export class CampaignWashSummary {
  @NullableField(String, { format: 'uuid', example: null })
  last_registry_wash_record_id!: string | null;

  @Instant()
  washed_at_utc!: string | null;

  @Instant()
  valid_until_utc!: string | null;

  @NullableField('integer', { minimum: 0, example: 1200 })
  numbers_submitted!: number | null;

  @NullableField('integer', { minimum: 0, example: 40 })
  numbers_on_register!: number | null;

  @Field('Its current state.', { enum: WASH_STATES, example: 'valid' })
  state!: WashState;
}

/** A campaign in lists (campaigns 2.2). */
export class CampaignSummary {
  @ApiProperty({ format: 'uuid', example: '019ab3f0-5c1e-7b7a-9a51-3a1f0c2b4d5e' })
  campaign_id!: string;

  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Recall November' })
  name!: string;

  @NullableField(String, { example: 'Patients due for a check-up.' })
  description!: string | null;

  @ApiProperty({ enum: CAMPAIGN_TYPES, example: 'scheduled' })
  campaign_type!: (typeof CAMPAIGN_TYPES)[number];

  @ApiProperty({ enum: CALL_TYPES, example: 'service' })
  campaign_call_type!: CallType;

  @ApiProperty({ enum: CAMPAIGN_STATUSES, example: 'draft' })
  status!: CampaignStatus;

  @NullableField(String, { enum: STATUS_REASONS, example: null })
  status_reason!: StatusReason | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T01:30:00.000Z' })
  status_changed_at_utc!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, example: 50 })
  priority!: number;

  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ type: CampaignCounts })
  counts!: CampaignCounts;

  @ApiProperty({ type: CampaignValidationState })
  validation_state!: CampaignValidationState;

  @Instant('Null: from when it is run.')
  schedule_start_at_utc!: string | null;

  @Instant('Null: until no contact is left.')
  schedule_end_at_utc!: string | null;

  @ApiProperty({ type: CampaignWashSummary })
  registry_wash_summary!: CampaignWashSummary;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T01:30:00.000Z' })
  created_at_utc!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T01:30:00.000Z' })
  updated_at_utc!: string;

  @NullableField(String, {
    description: 'The person by user id, the key by key id, or the process; null: before this was recorded.',
    example: 'worker',
  })
  updated_by!: string | null;
}
