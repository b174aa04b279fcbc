import { Sentiment, SENTIMENTS } from './call-vocabulary.js';

export type EffectiveSentiment = Sentiment | 'unclassified';

/** The words in rows and filters; the summary's distribution keeps `negative`. */
export const WIRE_SENTIMENTS = ['positive', 'neutral', 'upset', 'unclassified'] as const;
export type WireSentiment = (typeof WIRE_SENTIMENTS)[number];

const asSentiment = (value: string | null): Sentiment | undefined => SENTIMENTS.find((it) => it === value);

/** The call's sentiment, otherwise the caller's; unknown words do not count (calls 3.9). */
export const effectiveSentiment = (
  sentiment: string | null,
  callerSentiment: string | null,
): EffectiveSentiment => asSentiment(sentiment) ?? asSentiment(callerSentiment) ?? 'unclassified';

export const toWireSentiment = (sentiment: EffectiveSentiment): WireSentiment =>
  sentiment === 'negative' ? 'upset' : sentiment;

/** The stored value of a filter's word. */
export const fromWireSentiment = (sentiment: WireSentiment): EffectiveSentiment =>
  sentiment === 'upset' ? 'negative' : sentiment;
