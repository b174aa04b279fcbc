import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import type { CostPart } from '../../call-records/rules/call-vocabulary.js';

/** Parts of a cost in US dollars, at most 4 decimals. */
export class CostPartsResponse implements Record<CostPart, number | null> {
  @NullableField(Number, { example: 0.0121 })
  speech_to_text!: number | null;

  @NullableField(Number, { example: 0.0903 })
  model!: number | null;

  @NullableField(Number, { example: 0.0344 })
  text_to_speech!: number | null;

  @NullableField(Number, { example: 0.0316 })
  telephony!: number | null;

  @NullableField(Number, { example: 0.015 })
  platform!: number | null;

  @NullableField(Number, { example: null })
  other!: number | null;
}

/** Sums of the parts of costs in US dollars; a part that no call states is null. */
export class CostPartsTotalResponse extends CostPartsResponse {
  @Field('Calls that state parts of their cost.', { type: 'integer', example: 190 })
  calls!: number;
}

/** How long callers waited for answers, over the calls that state it. */
export class ResponseTimesResponse {
  @Field('Calls that were timed.', { type: 'integer', example: 190 })
  calls!: number;

  @Field('Answers that were timed.', { type: 'integer', example: 2_604 })
  turns!: number;

  @Field('Mean of the medians of calls in milliseconds, weighted by turns.', {
    type: 'integer',
    example: 790,
  })
  p50_ms!: number;

  @Field('The highest 95th percentile of a call in milliseconds.', { type: 'integer', example: 1_905 })
  worst_p95_ms!: number;
}
