import { PROJECT_ID } from './platform.ts';

/** A call as the voice runtime posts it, with every optional part of an answered call. */
export interface BenchCall {
  readonly call_id: string;
  readonly revision: number;
  readonly project_id: string;
  readonly direction: string;
  readonly channel: string;
  readonly call_status: string;
  readonly started_at_utc: string;
  readonly answered_at_utc: string;
  readonly ended_at_utc: string;
  readonly duration_seconds: number;
  readonly caller_number: string;
  readonly caller_name: string;
  readonly agent_name: string;
  readonly resolution_status: string;
  readonly end_reason: string;
  readonly sentiment: string;
  readonly cost_usd: number;
  readonly summary: string;
  readonly transcript: readonly {
    readonly role: string;
    readonly text: string;
    readonly offset_ms: number;
  }[];
}

const START = Date.UTC(2026, 9, 1);
const LINES = 12;
const SUMMARY =
  'The caller asked to move an appointment to another morning of the same week, was offered two times and took ' +
  'the later one. A message confirming it was promised and nothing else was left open.';

/** The calls of one batch; no two batches share a call. */
export function callsOfBatch(batch: string, size: number): BenchCall[] {
  return Array.from({ length: size }, (_, index) => {
    const startedAt = START + index * 61_000;
    return {
      call_id: `${batch}-${String(index).padStart(5, '0')}`,
      revision: 1,
      project_id: PROJECT_ID,
      direction: 'inbound',
      channel: 'phone',
      call_status: 'completed',
      started_at_utc: new Date(startedAt).toISOString(),
      answered_at_utc: new Date(startedAt + 2000).toISOString(),
      ended_at_utc: new Date(startedAt + 122_000).toISOString(),
      duration_seconds: 120,
      caller_number: `+6149157${String(index % 10_000).padStart(4, '0')}`,
      caller_name: `Caller ${index}`,
      agent_name: 'Reception',
      resolution_status: 'resolved',
      end_reason: 'caller_hung_up',
      sentiment: 'positive',
      cost_usd: 0.1275,
      summary: SUMMARY,
      transcript: Array.from({ length: LINES }, (_line, line) => ({
        role: line % 2 === 0 ? 'agent' : 'caller',
        text: `Sentence ${line} of call ${index}, about as long as people speak before the other one answers.`,
        offset_ms: line * 9500,
      })),
    };
  });
}
