import { aCall } from './builders.js';

/** A small repeatable random generator (mulberry32): a failing seed can be run again. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type PostedCall = Record<string, unknown>;

interface RandomCallOptions {
  readonly projectIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly callers?: number;
}

const RESOLUTIONS = [
  'resolved',
  'transferred',
  'follow_up_required',
  'abandoned',
  'caller_hangup',
  'timeout',
  'technical_failure',
  'escalated',
  'pending',
  'Resolved',
  'something else',
  '',
  null,
  undefined,
];
const STATUSES = [
  'queued',
  'ringing',
  'in_progress',
  'completed',
  'completed',
  'completed',
  'missed',
  'failed',
];
const ENDS = ['caller_hangup', 'agent_hangup', 'system_end', 'network', '', null, undefined];
const SENTIMENTS = ['positive', 'neutral', 'negative', null, undefined];
const OUTCOMES = ['completed', 'failed', 'in_progress', 'declined'];

/** Some calls have parts that add up to the cost, and response times. */
function figuresOf(index: number, cost: number | undefined): PostedCall {
  const model = cost === undefined ? 0 : Math.floor(cost * 6_000) / 10_000;
  return {
    cost_parts:
      cost === undefined || index % 3 === 0
        ? undefined
        : {
            model,
            [index % 2 === 0 ? 'telephony' : 'speech_to_text']: Math.round((cost - model) * 10_000) / 10_000,
            ...(index % 5 === 0 && { platform: 0 }),
          },
    response_times:
      index % 4 === 0
        ? undefined
        : {
            turns: 1 + (index % 17),
            p50_ms: 400 + (index % 613),
            p95_ms: 1_100 + (index % 1_013),
            max_ms: 3_000,
          },
  };
}

/** Calls of every kind in the contract, including blank values and oddities. */
export function randomCalls(count: number, random: () => number, options: RandomCallOptions): PostedCall[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const cents = (max: number): number => Math.round(random() * max * 10_000) / 10_000;
  const [from, to] = [Date.parse(options.from), Date.parse(options.to)];
  const transfer = (): unknown =>
    random() < 0.6
      ? undefined
      : {
          ...(random() < 0.5 ? { last_outcome: pick(OUTCOMES) } : {}),
          attempts: Array.from({ length: Math.floor(random() * 3) }, () => ({
            kind: pick(['transfer', 'transfer', 'direct_call']),
            target_name: pick(['Front desk', 'On call', null, '   ', undefined]),
            outcome: pick(OUTCOMES),
            at_utc: new Date(from).toISOString(),
          })),
        };
  return Array.from({ length: count }, (_, index) => {
    const hasCost = random() < 0.9;
    const duration = random() < 0.85 ? Math.round(random() * 900_000) / 1000 : null;
    const started = new Date(from + Math.floor(random() * (to - from)));
    const call = aCall(pick(options.projectIds), {
      solution_id: pick([undefined, 'solution-1', 'solution-2']),
      direction: pick(['inbound', 'outbound']),
      call_status: pick(STATUSES),
      started_at_utc: started.toISOString(),
      ended_at_utc: undefined,
      duration_seconds: duration,
      caller_number:
        random() < 0.8
          ? `+6149157${String(Math.floor(random() * (options.callers ?? 200))).padStart(4, '0')}`
          : null,
      resolution_status: pick(RESOLUTIONS),
      end_reason: pick(ENDS),
      sentiment: pick(SENTIMENTS),
      caller_sentiment: pick(SENTIMENTS),
      human_escalation: pick([true, false, undefined]),
      transfer: transfer(),
      booking: pick([{ created: true }, { created: false }, undefined]),
      cost_usd: hasCost ? cents(2) : undefined,
      cost_local: hasCost ? cents(3) : undefined,
      currency: hasCost ? pick(['AUD', 'AUD', 'NZD']) : undefined,
      ai_response_seconds: random() < 0.7 ? cents(3) : undefined,
    });
    // By position, so that the other values of a seed do not change.
    return { ...call, ...figuresOf(index, call['cost_usd'] as number | undefined) };
  });
}
