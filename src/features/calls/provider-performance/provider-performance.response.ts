import { ApiProperty } from '@nestjs/swagger';

/**
 * The label is free text of the voice runtime. An installation has a handful of providers; a hundred leaves room
 * for a label per model and region, and bounds the answer when a runtime writes call ids into it.
 */
export const MAX_LABELS = 100;

export class ProviderFiguresResponse {
  @ApiProperty({ type: 'integer', example: 208 })
  calls!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'Calls with the status failed.' })
  failed_calls!: number;

  @ApiProperty({ example: 1.44, description: 'Percent of the calls.' })
  failure_rate!: number;

  @ApiProperty({ type: Number, nullable: true, example: 0.842, description: 'Null without a known value.' })
  avg_ai_response_seconds!: number | null;
}

export class ProviderItemResponse extends ProviderFiguresResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'primary',
    description: 'As the runtime named it; null for the calls without a label, which come last.',
  })
  provider_label!: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.79, description: 'Median, interpolated.' })
  p50_ai_response_seconds!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 1.613,
    description: '95th percentile, interpolated.',
  })
  p95_ai_response_seconds!: number | null;
}

export class OtherProvidersResponse extends ProviderFiguresResponse {
  @ApiProperty({ type: 'integer', example: 12, description: 'How many labels these calls have.' })
  labels!: number;
}

/** GET /v1/calls/provider-performance (calls 11.1). */
export class ProviderPerformanceResponse {
  @ApiProperty({
    type: [ProviderItemResponse],
    description: `The most calls first; at most ${MAX_LABELS} labels and the calls without one.`,
  })
  items!: ProviderItemResponse[];

  @ApiProperty({
    type: OtherProvidersResponse,
    nullable: true,
    description: `Where there are more than ${MAX_LABELS} labels: the calls of all further ones.`,
  })
  other!: OtherProvidersResponse | null;
}
