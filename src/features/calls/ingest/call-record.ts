import type {
  CallStatus,
  Channel,
  ConsentMethod,
  ConsentStatus,
  Direction,
  RedactionStatus,
  Sentiment,
  TranscriptRole,
} from '../rules/call-vocabulary.js';
import type { StoredTransfer } from '../rules/transfer.policy.js';

export interface TranscriptLine {
  readonly role: TranscriptRole;
  readonly text: string;
  /** Milliseconds since the call started. */
  readonly offsetMs: number;
}

export interface RedactedTranscript {
  readonly status: RedactionStatus;
  readonly lines: readonly TranscriptLine[];
}

export interface CallConsent {
  readonly status: ConsentStatus;
  readonly method: ConsentMethod;
  readonly obtainedAt: Date;
  readonly expiresAt: Date | null;
  readonly withdrawnAt: Date | null;
}

/**
 * One version of a call as reported by the voice runtime, checked and typed. It still contains raw
 * numbers and text, which must be encrypted, hashed and masked before they are written anywhere.
 */
export interface CallRecord {
  readonly callId: string;
  /** Counts from 1; the store keeps the highest it has seen. */
  readonly revision: number;
  readonly projectId: string;
  readonly solutionId: string | null;
  readonly campaignId: string | null;
  readonly contactId: string | null;
  readonly direction: Direction;
  readonly channel: Channel;
  readonly callStatus: CallStatus;
  readonly statusDetail: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  /** E.164; null when withheld. */
  readonly callerNumber: string | null;
  readonly callerName: string | null;
  readonly agentName: string | null;
  readonly resolutionStatus: string | null;
  readonly endReason: string | null;
  readonly sentiment: Sentiment | null;
  readonly callerSentiment: Sentiment | null;
  readonly humanEscalation: boolean;
  readonly transfer: StoredTransfer | null;
  readonly bookingCreated: boolean;
  /** At most 4 decimals. */
  readonly costUsd: number | null;
  /** In `currency`, at most 4 decimals. */
  readonly costLocal: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** The call's average. */
  readonly aiResponseSeconds: number | null;
  readonly providerLabel: string | null;
  readonly summary: string | null;
  readonly transcript: readonly TranscriptLine[] | null;
  readonly redactedTranscript: RedactedTranscript | null;
  readonly consent: CallConsent | null;
  readonly recordingAvailable: boolean;
}
