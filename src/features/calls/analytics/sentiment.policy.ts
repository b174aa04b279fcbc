import { percentage } from '../../../core/http/fields/numbers.policy.js';
import { measureSet, type CallMeasures } from '../rollup/measures.js';
import {
  fromWireSentiment,
  WIRE_SENTIMENTS,
  type WireSentiment,
} from '../../call-records/rules/sentiment.policy.js';
import type { CallSentimentResponse } from './sentiment.response.js';

/** The sums that sentiment is computed from. */
export const SENTIMENT_MEASURES = measureSet(
  'sentiment',
  'sentiment_positive',
  'sentiment_neutral',
  'sentiment_negative',
  'sentiment_unclassified',
);
type SentimentMeasures = Pick<CallMeasures, (typeof SENTIMENT_MEASURES)['fields'][number]>;

/** Every call has exactly one sentiment, so the total is the sum of the four. */
export function toSentiment(sums: SentimentMeasures): CallSentimentResponse {
  const countOf = (word: WireSentiment): number => Number(sums[`sentiment_${fromWireSentiment(word)}`]);
  const total = WIRE_SENTIMENTS.reduce((sum, word) => sum + countOf(word), 0);
  return {
    total_calls: total,
    distribution: ofEach(countOf),
    share: ofEach((word) => percentage(countOf(word), total)),
  };
}

const ofEach = (value: (word: WireSentiment) => number): Record<WireSentiment, number> => ({
  positive: value('positive'),
  neutral: value('neutral'),
  upset: value('upset'),
  unclassified: value('unclassified'),
});
