import { callsOfBatch } from './calls.ts';
import type { BenchCall } from './calls.ts';

/** A call whose transcript passes every governance check. */
export interface ExportedCall extends BenchCall {
  readonly redacted_transcript: { readonly status: 'verified'; readonly lines: BenchCall['transcript'] };
  readonly consent: Readonly<Record<'status' | 'method' | 'obtained_at_utc', string>>;
}

/** As many as an export may contain. */
export const EXPORTED_CALLS = 10_000;
/** Size of one transcript in the file. */
const TRANSCRIPT_BYTES = 5 * 1024;
/** Contains all of the calls, which begin 400 seconds apart: just over two months of the store. */
export const EXPORTED_DAYS = { start_date: '2026-10-01', end_date: '2026-11-19' } as const;

const START = Date.UTC(2026, 9, 1);
const APART_MS = 400_000;
const LINES = 24;
const SPEECH =
  'and then they told me that somebody would come round in the morning to have a look at it, which was fine by me ' +
  'as long as they ring the bell at the side door, because nobody hears the one in front of the house at all, ';

/** The calls from one position in the history to another; each depends only on its position. */
export function exportedCalls(first: number, count: number, name = 'export'): ExportedCall[] {
  return callsOfBatch(`${name}-${first}`, count).map((call, index) => exportedCall(call, first + index));
}

function exportedCall(call: BenchCall, place: number): ExportedCall {
  const startedAt = START + place * APART_MS;
  const after = (ms: number): string => new Date(startedAt + ms).toISOString();
  return {
    ...call,
    started_at_utc: after(0),
    answered_at_utc: after(2000),
    ended_at_utc: after(122_000),
    summary: `${call.summary} Case ${place} was closed on 12/10/2026 at 10:30 am; the visit costs $85.50.`,
    redacted_transcript: { status: 'verified', lines: linesOf(place) },
    consent: { status: 'obtained', method: 'express', obtained_at_utc: after(10_000) },
  };
}

/** Lines that add up to TRANSCRIPT_BYTES, including speakers and line endings. */
function linesOf(place: number): BenchCall['transcript'] {
  let left = TRANSCRIPT_BYTES;
  return Array.from({ length: LINES }, (_, line) => {
    const role = line % 2 === 0 ? 'agent' : 'caller';
    const isLast = line === LINES - 1;
    const own = role.length + 2 + (isLast ? 0 : 2);
    const length = isLast ? left - own : Math.floor(TRANSCRIPT_BYTES / LINES) - own;
    left -= length + own;
    const text = `${place} ${SPEECH.repeat(2)}`.slice(0, length - 1);
    return { role, text: `${text}.`, offset_ms: line * 5000 };
  });
}
