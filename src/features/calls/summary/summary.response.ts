import { ApiProperty } from '@nestjs/swagger';

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

/** GET /v1/calls/summary (calls 7.1). */
export class CallSummaryResponse {
  @ApiProperty({ type: 'integer', example: 208, description: 'Calls of every status.' })
  total_calls!: number;

  @ApiProperty({ type: 'integer', example: 190 })
  completed_calls!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  missed_calls!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  failed_calls!: number;

  @ApiProperty({ type: 'integer', example: 27040, description: '0 when no call matches.' })
  total_duration_seconds!: number;

  @ApiProperty({ type: Number, nullable: true, example: 142.32 })
  avg_duration_seconds!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 31.2044 })
  total_cost_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.15 })
  avg_cost_usd!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'AUD',
    description: 'Set only when every call has this currency and a local cost; show USD otherwise.',
  })
  currency!: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 47.9 })
  total_cost_local!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.2303 })
  avg_cost_local!: number | null;

  @ApiProperty({ type: 'integer', example: 9 })
  human_escalation_count!: number;

  @ApiProperty({ type: SentimentDistributionResponse })
  sentiment_distribution!: SentimentDistributionResponse;

  @ApiProperty({ type: SentimentDistributionResponse, description: 'Mirrors sentiment_distribution.' })
  caller_sentiment_distribution!: SentimentDistributionResponse;

  @ApiProperty({
    type: DisconnectionDistributionResponse,
    description: 'The six buckets add up to total_calls.',
  })
  disconnection_reason_distribution!: DisconnectionDistributionResponse;

  @ApiProperty({ type: Number, nullable: true, example: 0.842 })
  avg_ai_response_seconds!: number | null;
}
