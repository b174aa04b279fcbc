import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSentiment } from './sentiment.policy.js';

const sums = (positive: number, neutral: number, negative: number, unclassified: number) => ({
  sentiment_positive: String(positive),
  sentiment_neutral: String(neutral),
  sentiment_negative: String(negative),
  sentiment_unclassified: String(unclassified),
});

describe('toSentiment', () => {
  it('shows negative calls as upset', () => {
    expect(toSentiment(sums(4, 2, 1, 1))).toEqual({
      total_calls: 8,
      distribution: { positive: 4, neutral: 2, upset: 1, unclassified: 1 },
      share: { positive: 50, neutral: 25, upset: 12.5, unclassified: 12.5 },
    });
  });

  it('of no calls is nothing of nothing', () => {
    const zero = { positive: 0, neutral: 0, upset: 0, unclassified: 0 };
    expect(toSentiment(sums(0, 0, 0, 0))).toEqual({ total_calls: 0, distribution: zero, share: zero });
  });

  it('rounds shares to two decimals', () => {
    expect(toSentiment(sums(1, 1, 1, 0)).share).toEqual({
      positive: 33.33,
      neutral: 33.33,
      upset: 33.33,
      unclassified: 0,
    });
  });

  it('always adds up', () => {
    const count = fc.nat(1_000_000);
    fc.assert(
      fc.property(count, count, count, count, (...counts) => {
        const sentiment = toSentiment(sums(...counts));
        const sum = (values: object): number =>
          Object.values(values as Record<string, number>).reduce((one, other) => one + other, 0);
        expect(sum(sentiment.distribution)).toBe(sentiment.total_calls);
        const whole = sentiment.total_calls === 0 ? 0 : 100;
        expect(Math.abs(sum(sentiment.share) - whole)).toBeLessThanOrEqual(0.021);
      }),
    );
  });
});
