import { ApiProperty } from '@nestjs/swagger';
import { CostPartsTotalResponse, ResponseTimesResponse } from '../../rollup/call-figures.response.js';
import { Field, NullableField } from '../../../../core/http/fields/field.decorators.js';

/**
 * The label is free text of the voice runtime. An installation has a handful of providers. A
 * hundred leaves room for a label per model and region, and limits the response if a runtime writes
 * call ids into the label.
 */
export const MAX_LABELS = 100;

export class ProviderFiguresResponse {
  @ApiProperty({ type: 'integer', example: 208 })
  calls!: number;

  @Field('Calls with the status failed.', { type: 'integer', example: 3 })
  failed_calls!: number;

  @Field('Percent of the calls.', { example: 1.44 })
  failure_rate!: number;

  @NullableField(Number, { example: 0.842, description: 'Null without a known value.' })
  avg_ai_response_seconds!: number | null;

  @NullableField(CostPartsTotalResponse, { description: 'Null if no call states parts of its cost.' })
  cost_parts!: CostPartsTotalResponse | null;

  @NullableField(ResponseTimesResponse, { description: 'Null if no call was timed.' })
  response_times!: ResponseTimesResponse | null;
}

export class ProviderItemResponse extends ProviderFiguresResponse {
  @NullableField(String, {
    example: 'primary',
    description: 'As the runtime named it; null for the calls without a label, which come last.',
  })
  provider_label!: string | null;

  @NullableField(Number, { example: 0.79, description: 'Median, interpolated.' })
  p50_ai_response_seconds!: number | null;

  @NullableField(Number, { example: 1.613, description: '95th percentile, interpolated.' })
  p95_ai_response_seconds!: number | null;
}

export class OtherProvidersResponse extends ProviderFiguresResponse {
  @Field('How many different labels these calls have.', { type: 'integer', example: 12 })
  labels!: number;
}

export class ProviderPerformanceResponse {
  @Field(`Labels with the most calls first, at most ${MAX_LABELS}, and the calls without a label.`, {
    type: [ProviderItemResponse],
  })
  items!: ProviderItemResponse[];

  @NullableField(OtherProvidersResponse, {
    description: `If there are more than ${MAX_LABELS} labels, the calls of all others.`,
  })
  other!: OtherProvidersResponse | null;
}
