import { average } from '../../../core/http/fields/numbers.policy.js';
import { RESPONSE_TIME_MEASURES, responseTimesOf } from '../rollup/call-figures.policy.js';
import type { BucketResponse } from '../rollup/bucket.response.js';
import { measureSet, type CallMeasures } from '../rollup/measures.js';
import type { TimelineBucketResponse } from './timeline.response.js';

/** The sums that a bucket of the timeline is computed from. */
export const TIMELINE_MEASURES = measureSet(
  'timeline',
  'total_calls',
  'completed_calls',
  'missed_calls',
  'failed_calls',
  'total_duration_seconds',
  'duration_known',
  ...RESPONSE_TIME_MEASURES,
);
type TimelineMeasures = Pick<CallMeasures, (typeof TIMELINE_MEASURES)['fields'][number]>;

type TimelineFigures = Omit<TimelineBucketResponse, keyof BucketResponse>;

/**
 * Counts calls by status. The average covers calls with a known duration, in seconds with 2
 * decimals as in the summary; null without any.
 */
export const timelineFigures = (sums: TimelineMeasures): TimelineFigures => ({
  total_calls: Number(sums.total_calls),
  completed_calls: Number(sums.completed_calls),
  missed_calls: Number(sums.missed_calls),
  failed_calls: Number(sums.failed_calls),
  avg_duration_seconds: average(sums.total_duration_seconds, sums.duration_known, 2),
  response_times: responseTimesOf(sums),
});
