import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { OutcomeResponse } from '../../call-records/rules/outcome.response.js';
import { WIRE_SENTIMENTS, type WireSentiment } from '../../call-records/rules/sentiment.policy.js';

export class RecentCallResponse {
  @ApiProperty({ example: 'call-2026-10-31-000123' })
  call_id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  started_at_utc!: string;

  @NullableField('integer', { example: 142 })
  duration_seconds!: number | null;

  @ApiProperty({ enum: WIRE_SENTIMENTS, example: 'positive' })
  sentiment!: WireSentiment;

  @ApiProperty({ type: OutcomeResponse })
  outcome!: OutcomeResponse;

  @Field("True for the tenant's client_admin and assigned partner_admin sessions only.")
  detail_available!: boolean;
}

export class CallerMixMetricsResponse {
  @ApiProperty({ type: 'integer', example: 208 })
  total_calls!: number;

  @ApiProperty({ type: 'integer', example: 190 })
  identified_calls!: number;

  @ApiProperty({ type: 'integer', example: 120 })
  unique_callers!: number;

  @ApiProperty({ type: 'integer', example: 80 })
  new_callers!: number;

  @ApiProperty({ type: 'integer', example: 40 })
  returning_callers!: number;

  @ApiProperty({ example: 66.67 })
  new_callers_percent!: number;

  @ApiProperty({ example: 33.33 })
  returning_callers_percent!: number;

  @ApiProperty({ example: 1.58 })
  avg_calls_per_caller!: number;
}

const REASONS = [
  'ready',
  'unsupported',
  'identity_unavailable',
  'matching_unavailable',
  'below_k',
  'no_calls',
] as const;

export class CallerMixResponse {
  @ApiProperty({ enum: ['available', 'unavailable'], example: 'available' })
  status!: 'available' | 'unavailable';

  @ApiProperty({ enum: REASONS, example: 'ready' })
  reason_code!: (typeof REASONS)[number];

  @ApiProperty({ type: 'integer', example: 30 })
  lookback_days!: number;

  @NullableField(CallerMixMetricsResponse)
  metrics!: CallerMixMetricsResponse | null;
}

export class PrivacyAggregatesResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: '2026-10-01' })
  start_date!: string;

  @ApiProperty({ example: '2026-10-31' })
  end_date!: string;

  @ApiProperty({ enum: ['call_resolution_status'], example: 'call_resolution_status' })
  source!: 'call_resolution_status';

  @Field('Newest first.', { type: [RecentCallResponse] })
  recent_calls!: RecentCallResponse[];

  @ApiProperty({ type: CallerMixResponse })
  caller_mix!: CallerMixResponse;
}
