import { DateTime } from 'luxon';
import {
  bounds,
  expectedCostParts,
  expectedResponseTimes,
  mean,
  numbers,
  percent,
  round,
  select,
  sentimentOf,
  startOf,
} from './independent-analytics.js';
import type { Selection } from './independent-analytics.js';
import type { PostedCall } from './random-calls.js';

/**
 * Timelines, sentiment and providers once more, from posted records. Buckets follow the clock: one
 * begins where the clock begins to show another hour, date or week, or another offset.
 */

type Unit = 'hour' | 'day' | 'week';

const MINUTE_MS = 60_000;

/**
 * The format of a unit on the clock; the longest distance to the unit's start; the step of the
 * search.
 */
const UNITS: Record<Unit, { format: string; reachMs: number; stepMs: number }> = {
  hour: { format: 'yyyy-MM-dd HH ZZ', reachMs: 60 * MINUTE_MS, stepMs: MINUTE_MS },
  // In the years of these tests, all zones change their clocks at a quarter of an hour.
  day: { format: 'yyyy-MM-dd', reachMs: 25 * 60 * MINUTE_MS, stepMs: 15 * MINUTE_MS },
  week: { format: "kkkk-'W'WW", reachMs: (7 * 24 + 1) * 60 * MINUTE_MS, stepMs: 15 * MINUTE_MS },
};

// Cached, because reading the clock minute by minute is slow and the same ranges recur.
const found = new Map<string, DateTime[]>();

function startsOf(selection: Selection, unit: Unit): DateTime[] {
  const { start_date, end_date, timezone } = selection;
  const key = JSON.stringify([start_date, end_date, timezone, unit]);
  const starts = found.get(key) ?? findStarts(selection, unit);
  found.set(key, starts);
  return starts;
}

function findStarts(selection: Selection, unit: Unit): DateTime[] {
  const zone = selection.timezone ?? 'UTC';
  const { format, reachMs, stepMs } = UNITS[unit];
  const shown = (at: number): string => DateTime.fromMillis(at, { zone }).toFormat(format);
  const [from, to] = bounds(selection);
  const starts: number[] = [];
  let at = Math.floor((from - reachMs) / stepMs) * stepMs;
  for (let before = shown(at - stepMs); at < to; at += stepMs) {
    const now = shown(at);
    if (now !== before) starts.push(at);
    before = now;
  }
  const first = starts.findLastIndex((start) => start <= from);
  return starts.slice(first).map((start) => DateTime.fromMillis(start, { zone }));
}

function expectedBuckets(
  all: readonly PostedCall[],
  selection: Selection,
  unit: Unit,
  figuresOf: (calls: PostedCall[]) => object,
): object {
  const calls = select(all, selection);
  const starts = startsOf(selection, unit);
  return {
    timezone: selection.timezone ?? 'UTC',
    granularity: unit,
    buckets: starts.map((start, i) => {
      const end = starts[i + 1]?.toMillis() ?? Infinity;
      return {
        start_utc: start.toUTC().toISO(),
        start_local: start.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
        ...figuresOf(calls.filter((call) => startOf(call) >= start.toMillis() && startOf(call) < end)),
      };
    }),
  };
}

export function expectedTimeline(all: readonly PostedCall[], selection: Selection, unit: Unit): object {
  return expectedBuckets(all, selection, unit, (calls) => {
    const status = (word: string): number => calls.filter((call) => call['call_status'] === word).length;
    return {
      total_calls: calls.length,
      completed_calls: status('completed'),
      missed_calls: status('missed'),
      failed_calls: status('failed'),
      avg_duration_seconds: mean(numbers(calls, 'duration_seconds'), 2),
      response_times: expectedResponseTimes(calls),
    };
  });
}

const WORDS: Record<string, string> = {
  positive: 'positive',
  neutral: 'neutral',
  upset: 'negative',
  unclassified: 'unclassified',
};

function sentimentsOf(calls: PostedCall[]): object {
  const counts = Object.entries(WORDS).map(
    ([word, stored]) => [word, calls.filter((call) => sentimentOf(call) === stored).length] as const,
  );
  return {
    total_calls: calls.length,
    distribution: Object.fromEntries(counts),
    share: Object.fromEntries(counts.map(([word, count]) => [word, percent(count, calls.length)])),
  };
}

export const expectedSentiment = (all: readonly PostedCall[], selection: Selection): object =>
  sentimentsOf(select(all, selection));

export const expectedSentimentTimeline = (
  all: readonly PostedCall[],
  selection: Selection,
  unit: Unit,
): object => expectedBuckets(all, selection, unit, sentimentsOf);

/** Interpolates between the two sorted values around the share. */
function percentile(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return round(low + (high - low) * (place - Math.floor(place)), 3);
}

/** For at most a hundred labels. */
export function expectedProviders(all: readonly PostedCall[], selection: Selection): object {
  const byLabel = new Map<string | null, PostedCall[]>();
  for (const call of select(all, selection)) {
    const label = (call['provider_label'] as string | null | undefined) ?? null;
    byLabel.set(label, [...(byLabel.get(label) ?? []), call]);
  }
  const last = ([label]: readonly [string | null, PostedCall[]]): number => (label === null ? 1 : 0);
  const sorted = [...byLabel].sort(
    (one, other) =>
      last(one) - last(other) || other[1].length - one[1].length || (one[0]! < other[0]! ? -1 : 1),
  );
  return {
    items: sorted.map(([label, calls]) => {
      const failed = calls.filter((call) => call['call_status'] === 'failed').length;
      const times = numbers(calls, 'ai_response_seconds');
      return {
        provider_label: label,
        calls: calls.length,
        failed_calls: failed,
        failure_rate: percent(failed, calls.length),
        avg_ai_response_seconds: mean(times, 3),
        cost_parts: expectedCostParts(calls),
        response_times: expectedResponseTimes(calls),
        p50_ai_response_seconds: percentile(times, 0.5),
        p95_ai_response_seconds: percentile(times, 0.95),
      };
    }),
    other: null,
  };
}
