import type { EventType, TranscriptMode } from './vocabulary.js';

/** What a body says beside its data. */
export interface Envelope {
  readonly eventId: string;
  readonly event: EventType;
  readonly occurredAt: Date;
  /** Of the events of its call, from 1 on; 0 of a test. */
  readonly sequence: number;
  readonly isTest: boolean;
  readonly clientId: string;
  readonly dataEnv: string;
  readonly projectId: string;
  readonly webhookId: string;
}

/** A call as its events may tell of it now. */
export interface EventFacts {
  readonly call: object;
  readonly transfer: object | null;
  readonly analysis: object;
  readonly redacted: readonly object[] | null;
  readonly original: readonly object[] | null;
}

export interface EventBody {
  readonly text: string;
  /** What of the transcript goes along. */
  readonly transcriptMode: TranscriptMode;
}

/** Common receivers take bodies of this size, and none needs to be told to take more. */
export const MAX_BODY_BYTES = 256 * 1024;

// A transcript is whole when its call has ended.
const WITH_TRANSCRIPT: ReadonlySet<EventType> = new Set(['call_ended', 'call_analyzed']);

/**
 * The body of an event (webhooks section 6).
 * @param facts null where the call is no longer there
 * @param wanted as the webhook is configured; what is not permitted or not there any more is left out
 */
export function eventBody(envelope: Envelope, facts: EventFacts | null, wanted: TranscriptMode): EventBody {
  const { event } = envelope;
  const transcript = WITH_TRANSCRIPT.has(event) ? transcriptOf(facts, wanted) : null;
  const whole = textOf(envelope, facts, transcript);
  if (transcript === null || Buffer.byteLength(whole) <= MAX_BODY_BYTES)
    return { text: whole, transcriptMode: transcript?.form ?? 'none' };
  return { text: textOf(envelope, facts, null), transcriptMode: 'none' };
}

interface SentTranscript {
  readonly form: 'redacted' | 'original';
  readonly lines: readonly object[];
}

function transcriptOf(facts: EventFacts | null, wanted: TranscriptMode): SentTranscript | null {
  if (facts === null || wanted === 'none') return null;
  if (wanted === 'original' && facts.original) return { form: 'original', lines: facts.original };
  return facts.redacted && { form: 'redacted', lines: facts.redacted };
}

const textOf = (envelope: Envelope, facts: EventFacts | null, transcript: SentTranscript | null): string =>
  JSON.stringify({
    id: envelope.eventId,
    event: envelope.event,
    schema_version: '1',
    occurred_at_utc: envelope.occurredAt.toISOString(),
    sequence: envelope.sequence,
    test: envelope.isTest,
    client_id: envelope.clientId,
    data_env: envelope.dataEnv,
    project_id: envelope.projectId,
    webhook_id: envelope.webhookId,
    data: {
      call: facts?.call ?? null,
      transfer: facts?.transfer ?? null,
      analysis: envelope.event === 'call_analyzed' ? (facts?.analysis ?? null) : null,
      transcript,
    },
  });
