import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { CONTACT_STATUSES } from '../rules/statuses.js';
import { CampaignValidationResult } from '../detail/campaign-validation.response.js';

const Counts = (example: object): PropertyDecorator =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 }, example });
const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0 });

export class CallableCounts {
  @Count()
  callable!: number;

  @Count()
  not_callable!: number;

  @Counts({ dnc: 12, registry_listed: 3 })
  by_reason!: Readonly<Record<string, number>>;
}

export class LinkedCallCounts {
  @Count()
  total!: number;

  @Count()
  completed!: number;

  @Count()
  missed!: number;

  @Count()
  failed!: number;

  @ApiProperty({ type: 'number', minimum: 0 })
  total_duration_seconds!: number;
}

/** The progress of a campaign (campaigns section 10). */
export class CampaignReport {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({ format: 'date-time' })
  generated_at_utc!: string;

  @Counts(Object.fromEntries(CONTACT_STATUSES.map((status) => [status, 0])))
  contact_status_counts!: Readonly<Record<string, number>>;

  @ApiProperty({ type: CallableCounts })
  callable_counts!: CallableCounts;

  @Counts({ answered: 140, no_answer: 61 })
  disposition_counts!: Readonly<Record<string, number>>;

  @Counts({ not_listed: 980, none: 20 })
  registry_status_counts!: Readonly<Record<string, number>>;

  @ApiProperty({ type: LinkedCallCounts })
  linked_calls!: LinkedCallCounts;

  @Count()
  retry_due_total!: number;

  @Field('Always empty.', { type: 'object', additionalProperties: false, example: {} })
  voicemail_ivr_counts!: object;

  @ApiProperty({ type: CampaignValidationResult })
  validation!: CampaignValidationResult;
}
