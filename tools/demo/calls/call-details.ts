import type { CallStory, TransferStory } from './call-story.ts';
import type { Conversation, Ending } from '../assistants/conversations.ts';
import type { ProjectProfile } from '../project-profiles.ts';
import type { Random, Weighted } from '../random.ts';

type Fields = Readonly<Record<string, unknown>>;
type Sentiment = 'positive' | 'neutral' | 'negative' | null;

export const isoAt = (instantMs: number): string => new Date(instantMs).toISOString();

const SENTIMENTS: Readonly<Record<Ending, readonly Weighted<Sentiment>[]>> = {
  resolved: weights(55, 33, 5),
  transferred: weights(26, 48, 18),
  follow_up: weights(22, 50, 20),
  broken_off: weights(3, 42, 45),
  silence: weights(4, 70, 12),
  fault: weights(2, 35, 55),
};

function weights(positive: number, neutral: number, negative: number): Weighted<Sentiment>[] {
  return [
    ['positive', positive],
    ['neutral', neutral],
    ['negative', negative],
    [null, 7],
  ];
}

interface Sentiments {
  readonly sentiment: Sentiment;
  readonly caller_sentiment: Sentiment;
}

export const isNegative = ({ sentiment, caller_sentiment: ofCaller }: Sentiments): boolean =>
  sentiment === 'negative' || ofCaller === 'negative';

/** The overall sentiment, the caller's own, both or neither. */
export function sentimentFields(random: Random, ending: Ending): Sentiments {
  const caller = random.weighted(SENTIMENTS[ending]);
  if (random.chance(0.06)) return { sentiment: null, caller_sentiment: caller };
  return {
    sentiment: random.chance(0.85) ? caller : random.weighted(SENTIMENTS[ending]),
    caller_sentiment: random.chance(0.8) ? caller : null,
  };
}

/** Local dollars per US dollar; the rate drifts a little from week to week. */
const RATES = { AUD: 1.52, NZD: 1.68 } as const;
const CONNECTION_USD = 0.0125;
const SECOND_USD = 0.0017;

/** Shares of the cost of a telephone call. */
export function costFields(
  random: Random,
  profile: ProjectProfile,
  story: CallStory,
  startedAt: number,
): Fields & { readonly cost_usd: number } {
  const { currency } = profile;
  const usd =
    story.durationSeconds === 0
      ? 0
      : fourPlaces(CONNECTION_USD + story.durationSeconds * SECOND_USD * random.around(1, 1.15));
  if (currency === null) return { cost_usd: usd };
  const drift = 1 + 0.015 * Math.sin(startedAt / (20 * 86_400_000));
  const isMissing = random.chance(profile.missingLocalCost);
  return {
    cost_usd: usd,
    cost_local: isMissing ? null : fourPlaces(usd * RATES[currency] * drift),
    currency,
  };
}

/** Shares of the cost of a call on the telephone. */
const COST_SHARES = {
  speech_to_text: 0.13,
  model: 0.34,
  text_to_speech: 0.21,
  telephony: 0.24,
  platform: 0.08,
} as const;

/** The parts of a cost, which add up to it; older runtimes report none. */
export function costPartFields(random: Random, channel: string, usd: number): Fields {
  if (usd === 0 || random.chance(0.06)) return {};
  const weights = Object.entries(COST_SHARES).map(
    ([part, share]) =>
      [part, channel === 'web' && part === 'telephony' ? 0 : random.around(share, 1.15)] as const,
  );
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const parts = weights.map(([part, weight]) => [part, fourPlaces((usd * weight) / whole)] as const);
  return { cost_parts: Object.fromEntries(parts.filter(([, amount]) => amount > 0)) };
}

/** How long the caller waited for the answers of a call, distributed around the mean. */
export function responseTimeFields(random: Random, meanSeconds: number, turns: number): Fields {
  const p50 = Math.round(meanSeconds * 1000 * random.around(0.92, 1.08));
  const p95 = Math.round(p50 * Math.max(1, random.around(1.9, 1.25)));
  const max = Math.round(p95 * Math.max(1, random.around(1.2, 1.2)));
  return { response_times: { turns, p50_ms: p50, p95_ms: p95, max_ms: max } };
}

const fourPlaces = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/**
 * The transfer as reported by the runtime: attempts in order, after the outcome of the last one.
 */
export function transferFields(
  random: Random,
  profile: ProjectProfile,
  story: CallStory,
  endedAt: number,
): Fields {
  if (story.transfer === null) return {};
  const target = random.pick(profile.transferTargets);
  const attempt = (kind: string, name: string | null, outcome: string, secondsBeforeEnd: number) => ({
    kind,
    target_name: name,
    outcome,
    at_utc: isoAt(endedAt - secondsBeforeEnd * 1000),
  });
  const attempts: Readonly<Record<TransferStory, readonly Fields[]>> = {
    completed: [attempt('transfer', target, 'completed', 6)],
    second_attempt: [
      attempt('transfer', target, random.pick(['failed', 'declined']), 16),
      attempt('transfer', random.pick(profile.transferTargets), 'completed', 4),
    ],
    failed: [attempt('transfer', target, 'failed', 12)],
    declined: [attempt('transfer', target, 'declined', 10)],
    in_progress: [attempt('transfer', target, 'in_progress', 2)],
    direct_call: [attempt('direct_call', target, 'completed', 3)],
    unnamed: [],
  };
  const list = attempts[story.transfer];
  return { transfer: { last_outcome: list.at(-1)?.['outcome'] ?? 'completed', attempts: list } };
}

const DAY_MS = 86_400_000;

/** The caller's answer to whether the call may be recorded; not every project's runtime asks. */
export function consentFields(random: Random, answeredAt: number): Fields {
  const at = answeredAt + random.between(4_000, 9_000);
  const consent = (status: string, method: string, more: Fields = {}): Fields => ({
    consent: { status, method, obtained_at_utc: isoAt(at), ...more },
  });
  return random.weighted<() => Fields>([
    [() => consent('obtained', 'express'), 44],
    [() => consent('obtained', 'express', { expires_at_utc: isoAt(at + 365 * DAY_MS) }), 12],
    [() => consent('obtained', 'implied'), 15],
    [() => consent('declined', 'express'), 8],
    [() => consent('withdrawn', 'express', { withdrawn_at_utc: isoAt(at + 8_000) }), 4],
    // Consent only for the duration of the call: it has expired when a person looks.
    [() => consent('obtained', 'express', { expires_at_utc: isoAt(at + 1_000) }), 4],
    [() => ({}), 13],
  ])();
}

/**
 * Summary, transcript and its redacted form.
 * @param isUnhappy if true, both summary and transcript exist, because they explain why
 */
export function textFields(random: Random, talk: Conversation, number: string, isUnhappy: boolean): Fields {
  // Occasionally a model writes the number into the summary; readers of summaries must handle that.
  const leak = random.chance(0.006) ? ` Call back on ${number}.` : '';
  const summary = random.chance(0.95) || isUnhappy ? talk.summary + leak : null;
  if (random.chance(0.04) && !isUnhappy) return { summary };
  const redaction = random.weighted<() => Fields>([
    [() => ({ redacted_transcript: { status: 'verified', lines: talk.redactedLines } }), 90],
    [() => ({ redacted_transcript: { status: 'pending', lines: [] } }), 4],
    [() => ({ redacted_transcript: { status: 'failed', lines: [] } }), 3],
    [() => ({}), 3],
  ]);
  return { summary, transcript: talk.lines, ...redaction() };
}
