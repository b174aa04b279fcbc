import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import type { BillingFigures } from './billing.policy.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';

export class BillingConfigResponse extends OmitType(LegacyProjectResponse, [
  'display_name',
  'created_at_utc',
]) {}

class BillingTermsResponse extends OmitType(BillingConfigResponse, [
  'is_active',
  'timezone',
  'updated_at_utc',
]) {}

export class BillingSummaryResponse extends BillingTermsResponse implements BillingFigures {
  @Field('The first instant of the range.', { format: 'date-time', example: '2026-09-30T14:00:00.000Z' })
  start_date!: string;

  @Field('The last instant of the range.', { format: 'date-time', example: '2026-10-31T12:59:59.999Z' })
  end_date!: string;

  @Field('The time zone of the dates.', { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ type: 'integer', example: 4 })
  total_calls!: number;

  @Field('The completed ones.', { type: 'integer', example: 3 })
  billable_calls!: number;

  @Field('The total of all calls.', { type: 'integer', example: 262 })
  total_duration_seconds!: number;

  @Field('Each billable call counts at least minimum_billable_seconds. At most 3 decimals.', {
    example: 270,
  })
  billable_seconds!: number;

  @Field('At most 4 decimals.', { example: 4.5 })
  billable_minutes!: number;

  @Field(
    'In `currency`, at most 4 decimals. per_call: rate_per_minute for each billable call; per_minute and tiered: ' +
      'rate_per_minute for each minute of billable_seconds.',
    { example: 0.675 },
  )
  estimated_amount!: number;
}
