import { ApiProperty } from '@nestjs/swagger';
import { CostPartsTotalResponse, ResponseTimesResponse } from '../rollup/call-figures.response.js';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

export class SentimentDistributionResponse {
  @ApiProperty({ type: 'integer', example: 120 })
  positive!: number;

  @ApiProperty({ type: 'integer', example: 60 })
  neutral!: number;

  @ApiProperty({ type: 'integer', example: 20 })
  negative!: number;
}

export class DisconnectionDistributionResponse {
  @ApiProperty({ type: 'integer', example: 70 })
  caller_hangup!: number;

  @ApiProperty({ type: 'integer', example: 90 })
  agent_or_system_end!: number;

  @ApiProperty({ type: 'integer', example: 25 })
  transferred!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  missed!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  failed!: number;

  @ApiProperty({ type: 'integer', example: 8 })
  unknown!: number;
}

export class CallSummaryResponse {
  @Field('Calls of every status.', { type: 'integer', example: 208 })
  total_calls!: number;

  @ApiProperty({ type: 'integer', example: 190 })
  completed_calls!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  missed_calls!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  failed_calls!: number;

  @Field('To the second; 0 when no call matches. Billing rounds each call up to minutes.', {
    type: 'integer',
    example: 27040,
  })
  total_duration_seconds!: number;

  @NullableField(Number, { example: 142.32 })
  avg_duration_seconds!: number | null;

  @NullableField(Number, {
    example: 31.2044,
    description: 'The cost that runtimes report for their calls. Billing shows the charges of the client.',
  })
  total_cost_usd!: number | null;

  @NullableField(Number, { example: 0.15 })
  avg_cost_usd!: number | null;

  @NullableField(String, {
    example: 'AUD',
    description: 'Set only when every call has this currency and a local cost; show USD otherwise.',
  })
  currency!: string | null;

  @NullableField(Number, { example: 47.9 })
  total_cost_local!: number | null;

  @NullableField(Number, { example: 0.2303 })
  avg_cost_local!: number | null;

  @ApiProperty({ type: 'integer', example: 9 })
  human_escalation_count!: number;

  @ApiProperty({ type: SentimentDistributionResponse })
  sentiment_distribution!: SentimentDistributionResponse;

  @Field('Mirrors sentiment_distribution.', { type: SentimentDistributionResponse })
  caller_sentiment_distribution!: SentimentDistributionResponse;

  @Field('The six buckets add up to total_calls.', { type: DisconnectionDistributionResponse })
  disconnection_reason_distribution!: DisconnectionDistributionResponse;

  @NullableField(Number, { example: 0.842 })
  avg_ai_response_seconds!: number | null;

  @NullableField(CostPartsTotalResponse, {
    description: 'Sums of the calls that state parts of their cost; null without any.',
  })
  cost_parts!: CostPartsTotalResponse | null;

  @NullableField(ResponseTimesResponse, {
    description: 'Over the calls that were timed; null without any. The timeline shows it by day.',
  })
  response_times!: ResponseTimesResponse | null;
}
