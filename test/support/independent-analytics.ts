import { DateTime } from 'luxon';
import type { PostedCall } from './random-calls.js';

/**
 * The analytics of calls implemented again, directly from posted records and independently of the
 * application's own rules: two readings of one text that must agree.
 */

interface Attempt {
  kind?: string;
  target_name?: string | null;
  outcome?: string;
}

interface Transfer {
  last_outcome?: string;
  attempts?: Attempt[];
}

export interface Selection {
  readonly project_id?: string;
  readonly solution_id?: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone?: string;
}

export const startOf = (call: PostedCall): number => Date.parse(call['started_at_utc'] as string);
const isDay = (text: string): boolean => text.length === 10;

/** The first instant of the selection, and the first one after it. */
export function bounds(selection: Selection): [number, number] {
  const zone = selection.timezone ?? 'UTC';
  const at = (text: string): DateTime => DateTime.fromISO(text, { zone });
  const from = at(selection.start_date).toMillis();
  const to = isDay(selection.end_date)
    ? at(selection.end_date).plus({ days: 1 }).startOf('day').toMillis()
    : at(selection.end_date).toMillis() + 1;
  return [from, to];
}

export const matches = (call: PostedCall, selection: Selection): boolean =>
  (selection.project_id === undefined || call['project_id'] === selection.project_id) &&
  (selection.solution_id === undefined || call['solution_id'] === selection.solution_id);

export function select(calls: readonly PostedCall[], selection: Selection): PostedCall[] {
  const [from, to] = bounds(selection);
  return calls.filter((call) => matches(call, selection) && startOf(call) >= from && startOf(call) < to);
}

const attemptsOf = (call: PostedCall): Attempt[] =>
  (call['transfer'] as Transfer | undefined)?.attempts ?? [];

const hasCompletedTransfer = (call: PostedCall): boolean =>
  (call['transfer'] as Transfer | undefined)?.last_outcome === 'completed' ||
  attemptsOf(call).some((attempt) => attempt.outcome === 'completed');

const CLASSIFIED = [
  'resolved',
  'transferred',
  'follow_up_required',
  'abandoned',
  'caller_hangup',
  'timeout',
  'technical_failure',
];

export function outcomeOf(call: PostedCall): string {
  const status = call['resolution_status'] as string | null | undefined;
  if (status === 'escalated') return hasCompletedTransfer(call) ? 'transferred' : 'unclassified';
  return status && CLASSIFIED.includes(status) ? status : 'unclassified';
}

export function disconnectionOf(call: PostedCall): string {
  const named = attemptsOf(call).some(
    (a) => a.kind !== 'direct_call' && a.outcome !== 'in_progress' && (a.target_name ?? '').trim() !== '',
  );
  const outcome = outcomeOf(call);
  if (named || outcome === 'transferred') return 'transferred';
  if (['resolved', 'follow_up_required', 'timeout'].includes(outcome)) return 'agent_or_system_end';
  if (['abandoned', 'caller_hangup'].includes(outcome)) return 'caller_hangup';
  if (outcome === 'technical_failure') return 'failed';
  if (call['call_status'] === 'missed') return 'missed';
  if (call['call_status'] === 'failed') return 'failed';
  if (call['end_reason'] === 'caller_hangup') return 'caller_hangup';
  if (call['end_reason'] === 'agent_hangup' || call['end_reason'] === 'system_end')
    return 'agent_or_system_end';
  return 'unknown';
}

export const sentimentOf = (call: PostedCall): string =>
  (call['sentiment'] as string | null | undefined) ??
  (call['caller_sentiment'] as string | null | undefined) ??
  'unclassified';

export const round = (value: number, places: number): number =>
  Math.round(value * 10 ** places + 1e-7) / 10 ** places;
export const numbers = (calls: PostedCall[], field: string): number[] =>
  calls.map((call) => call[field]).filter((value): value is number => typeof value === 'number');
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: number[], places: number): number | null =>
  values.length === 0 ? null : round(sum(values) / values.length, places);
const tally = (
  calls: PostedCall[],
  of: (call: PostedCall) => string,
  words: string[],
): Record<string, number> =>
  Object.fromEntries(words.map((word) => [word, calls.filter((call) => of(call) === word).length]));
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : round((part / whole) * 100, 2);

const PARTS = ['speech_to_text', 'model', 'text_to_speech', 'telephony', 'platform', 'other'];

interface Times {
  readonly turns: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/** Calls whose parts contradict their cost are not posted. */
export function expectedCostParts(calls: readonly PostedCall[]): object | null {
  const stated = calls.flatMap((call): Record<string, number | undefined>[] =>
    [call['cost_parts'] as Record<string, number> | undefined].filter((it) => it !== undefined),
  );
  if (stated.length === 0) return null;
  const sumOf = (part: string): number | null => {
    const known = stated.flatMap((parts) => parts[part] ?? []);
    return known.length === 0 ? null : round(sum(known), 4);
  };
  return { calls: stated.length, ...Object.fromEntries(PARTS.map((part) => [part, sumOf(part)])) };
}

export function expectedResponseTimes(calls: readonly PostedCall[]): object | null {
  const timed = calls.flatMap((call) => (call['response_times'] as Times | undefined) ?? []);
  if (timed.length === 0) return null;
  const turns = sum(timed.map((it) => it.turns));
  return {
    calls: timed.length,
    turns,
    p50_ms: Math.round(sum(timed.map((it) => it.turns * it.p50_ms)) / turns),
    worst_p95_ms: Math.max(...timed.map((it) => it.p95_ms)),
  };
}

export function expectedSummary(all: readonly PostedCall[], selection: Selection): object {
  const calls = select(all, selection);
  const status = (word: string): number => calls.filter((call) => call['call_status'] === word).length;
  const usd = numbers(calls, 'cost_usd');
  const local = numbers(calls, 'cost_local');
  const currencies = new Set(calls.map((call) => call['currency'] ?? null));
  const [only] = currencies;
  const currency =
    currencies.size === 1 && only !== null && local.length === calls.length ? (only as string) : null;
  const sentiment = tally(calls, sentimentOf, ['positive', 'neutral', 'negative']);
  return {
    total_calls: calls.length,
    completed_calls: status('completed'),
    missed_calls: status('missed'),
    failed_calls: status('failed'),
    total_duration_seconds: round(sum(numbers(calls, 'duration_seconds')), 0),
    avg_duration_seconds: mean(numbers(calls, 'duration_seconds'), 2),
    total_cost_usd: usd.length === 0 ? null : round(sum(usd), 4),
    avg_cost_usd: mean(usd, 4),
    currency,
    total_cost_local: currency === null ? null : round(sum(local), 4),
    avg_cost_local: currency === null ? null : mean(local, 4),
    human_escalation_count: calls.filter((call) => call['human_escalation'] === true).length,
    sentiment_distribution: sentiment,
    caller_sentiment_distribution: sentiment,
    disconnection_reason_distribution: tally(calls, disconnectionOf, [
      'caller_hangup',
      'agent_or_system_end',
      'transferred',
      'missed',
      'failed',
      'unknown',
    ]),
    avg_ai_response_seconds: mean(numbers(calls, 'ai_response_seconds'), 3),
    cost_parts: expectedCostParts(calls),
    response_times: expectedResponseTimes(calls),
  };
}

const LABELS: Record<string, string> = {
  resolved: 'Resolved',
  transferred: 'Transferred',
  follow_up_required: 'Follow-up required',
  abandoned: 'Abandoned',
  caller_hangup: 'Caller hung up',
  timeout: 'Timed out',
  technical_failure: 'Technical failure',
  unclassified: 'Unclassified',
};

export const categoryOf = (id: string): object => ({
  id,
  label: LABELS[id],
  label_key: `calls.outcomes.${id}`,
  state: id === 'unclassified' ? 'unclassified' : 'classified',
});

export function expectedOutcomes(all: readonly PostedCall[], selection: Selection): object {
  const calls = select(all, selection);
  const total = calls.length;
  const count = (id: string): number => calls.filter((call) => outcomeOf(call) === id).length;
  const bookings = calls.filter(
    (call) => (call['booking'] as { created?: boolean } | undefined)?.created,
  ).length;
  const transfers = calls.filter(hasCompletedTransfer).length;
  return {
    project_id: selection.project_id,
    start_date: selection.start_date,
    end_date: selection.end_date,
    total_conversations: total,
    classified_count: total - count('unclassified'),
    unclassified_count: count('unclassified'),
    source: 'call_resolution_status',
    categories: Object.keys(LABELS).map((id) => ({
      ...categoryOf(id),
      count: count(id),
      percentage: percent(count(id), total),
    })),
    secondary_facts: [
      { id: 'booking', count: bookings, percentage: percent(bookings, total) },
      { id: 'transfer', count: transfers, percentage: percent(transfers, total) },
    ],
  };
}

export function expectedRecentCalls(
  all: readonly PostedCall[],
  selection: Selection,
  limit: number,
): object[] {
  const words: Record<string, string> = { negative: 'upset' };
  return select(all, selection)
    .sort((a, b) => startOf(b) - startOf(a) || ((a['call_id'] as string) < (b['call_id'] as string) ? 1 : -1))
    .slice(0, limit)
    .map((call) => ({
      call_id: call['call_id'],
      started_at_utc: call['started_at_utc'],
      duration_seconds:
        typeof call['duration_seconds'] === 'number' ? Math.round(call['duration_seconds']) : null,
      sentiment: words[sentimentOf(call)] ?? sentimentOf(call),
      outcome: categoryOf(outcomeOf(call)),
    }));
}
