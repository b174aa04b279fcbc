import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/field.decorators.js';
import type { BillingFigures } from './billing.policy.js';

/** The terms a project is charged under (projects 7.3). */
class BillingTermsResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @Field('At most 4 decimals; with per_call the price of a call.', { example: 0.15 })
  rate_per_minute!: number;

  @Field('ISO 4217.', { example: 'AUD' })
  currency!: string;

  @ApiProperty({ example: 'per_minute' })
  billing_model!: string;

  @ApiProperty({ type: 'integer', example: 30 })
  minimum_billable_seconds!: number;
}

/** GET /v1/projects/{project_id}/billing-config. */
export class BillingConfigResponse extends BillingTermsResponse {
  @Field('False for archived projects.')
  is_active!: boolean;

  @Field('IANA name.', { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at_utc!: string;
}

/** GET /v1/projects/{project_id}/billing-summary. */
export class BillingSummaryResponse extends BillingTermsResponse implements BillingFigures {
  @Field('The first instant of the range.', { format: 'date-time', example: '2026-09-30T14:00:00.000Z' })
  start_date!: string;

  @Field('The last instant of the range.', { format: 'date-time', example: '2026-10-31T12:59:59.999Z' })
  end_date!: string;

  @Field('In which dates were read.', { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ type: 'integer', example: 4 })
  total_calls!: number;

  @Field('The completed ones.', { type: 'integer', example: 3 })
  billable_calls!: number;

  @Field('Of all calls.', { type: 'integer', example: 262 })
  total_duration_seconds!: number;

  @Field('Each billable call counts for minimum_billable_seconds at least. At most 3 decimals.', {
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
