import { FilterField } from '../../../core/http/fields/field-kinds.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { DEFAULT_GRANULARITY, GRANULARITIES, MAX_DAYS_OF_HOURS, type Granularity } from './buckets.policy.js';

export class BucketedCallsRequest extends CallFilterRequest {
  @FilterField(GRANULARITIES, {
    description: `Length of a bucket; weeks begin on Monday, hours are for at most ${MAX_DAYS_OF_HOURS} days.`,
    default: DEFAULT_GRANULARITY,
    optional: true,
  })
  granularity: Granularity = DEFAULT_GRANULARITY;
}
