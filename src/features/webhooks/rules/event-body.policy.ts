import type { EventAnalysis, EventBodyJson, EventCall, EventLine, EventTransfer } from './event-schemas.js';
import type { EventType, TranscriptAbsence, TranscriptMode } from './vocabulary.js';

/** The fields of a body other than its data. */
export interface Envelope {
  readonly eventId: string;
  readonly event: EventType;
  readonly occurredAt: Date;
  /** Sequence of the event in its call, from 1; 0 for a test. */
  readonly sequence: number;
  readonly isTest: boolean;
  readonly clientId: string;
  readonly dataEnv: string;
  readonly projectId: string;
  readonly webhookId: string;
}

/** The facts about a call that its events may disclose now. */
export interface EventFacts {
  readonly call: EventCall;
  readonly transfer: EventTransfer | null;
  readonly analysis: EventAnalysis;
  readonly redacted: readonly EventLine[] | null;
  readonly original: readonly EventLine[] | null;
  /** Why there are no lines of the transcript. */
  readonly transcriptStatus: 'available' | 'pending' | 'failed' | 'none';
}

export interface EventBody {
  readonly text: string;
  /** The part of the transcript to send. */
  readonly transcriptMode: TranscriptMode;
}

/** Common receivers accept bodies of this size without configuration. */
export const MAX_BODY_BYTES = 256 * 1024;

// A transcript is complete once its call has ended.
const WITH_TRANSCRIPT: ReadonlySet<EventType> = new Set(['call_ended', 'call_analyzed']);

/**
 * The body of an event (webhooks section 6).
 * @param facts null if the call no longer exists
 * @param wanted the configured data; data that is not permitted or no longer available is omitted
 */
export function eventBody(envelope: Envelope, facts: EventFacts | null, wanted: TranscriptMode): EventBody {
  const transcript = transcriptOf(envelope.event, facts, wanted);
  const whole = textOf(envelope, facts, transcript);
  if (typeof transcript === 'string') return { text: whole, transcriptMode: 'none' };
  if (Buffer.byteLength(whole) <= MAX_BODY_BYTES) return { text: whole, transcriptMode: transcript.form };
  return { text: textOf(envelope, facts, 'too_large'), transcriptMode: 'none' };
}

interface SentTranscript {
  readonly form: 'redacted' | 'original';
  readonly lines: readonly EventLine[];
}

/** The transcript to send, or the reason why there is none. */
function transcriptOf(
  event: EventType,
  facts: EventFacts | null,
  wanted: TranscriptMode,
): SentTranscript | TranscriptAbsence {
  if (!WITH_TRANSCRIPT.has(event)) return 'not_in_event';
  if (wanted === 'none') return 'not_requested';
  if (facts === null) return 'call_unavailable';
  const { redacted, original, transcriptStatus: status } = facts;
  if (wanted === 'original' && original) return { form: 'original', lines: original };
  if (redacted) return { form: 'redacted', lines: redacted };
  // There are only spoken lines, which were not requested.
  return status === 'available' ? 'pending' : status;
}

function textOf(
  envelope: Envelope,
  facts: EventFacts | null,
  transcript: SentTranscript | TranscriptAbsence,
): string {
  const isAbsent = typeof transcript === 'string';
  const body: EventBodyJson = {
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
      transcript: isAbsent ? null : transcript,
      transcript_unavailable_reason: isAbsent ? transcript : null,
    },
  };
  return JSON.stringify(body);
}
