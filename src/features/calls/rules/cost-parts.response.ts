import { NullableField } from '../../../core/http/fields/field.decorators.js';
import type { CostPart } from './call-vocabulary.js';

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
