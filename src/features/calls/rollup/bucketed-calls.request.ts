import { IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { OneOf } from '../../../core/http/known-value.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { DEFAULT_GRANULARITY, GRANULARITIES, MAX_DAYS_OF_HOURS, type Granularity } from './buckets.policy.js';

/** The calls of an analytics route that answers piece by piece, and how long the pieces are. */
export class BucketedCallsRequest extends CallFilterRequest {
  @OptionalField(
    `Length of a bucket; weeks begin on Monday, hours are for at most ${MAX_DAYS_OF_HOURS} days.`,
    { enum: GRANULARITIES, default: DEFAULT_GRANULARITY },
  )
  @OneOf(GRANULARITIES)
  @IsString()
  granularity: Granularity = DEFAULT_GRANULARITY;
}
