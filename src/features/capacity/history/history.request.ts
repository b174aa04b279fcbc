import { IsIn } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { HISTORY_RANGES, type HistoryRange } from './history.policy.js';

const RANGES = Object.keys(HISTORY_RANGES);

/** Query of GET /v1/capacity/history. */
export class CapacityHistoryRequest extends ClientChoice {
  @Field('In buckets of 15 minutes, 1 hour and 6 hours.', { enum: RANGES, example: '24h' })
  @IsIn(RANGES, { message: `must be one of ${RANGES.join(', ')}` })
  range!: HistoryRange;

  @OptionalField('One project in place of the client.')
  @IfSent()
  @IsIdentifier()
  project_id?: string;
}
