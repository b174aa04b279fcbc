import type {
  CallStatus,
  Channel,
  ConsentMethod,
  ConsentStatus,
  CostPart,
  Direction,
  RedactionStatus,
  Sentiment,
  TranscriptRole,
  VersionSource,
} from '../../call-records/rules/call-vocabulary.js';
import type { StoredTransfer } from '../../call-records/rules/transfer.policy.js';

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

/** US dollars, at most 4 decimals; null: this part is not stated. At least one part is stated. */
export type CostParts = Readonly<Record<CostPart, number | null>>;

/** How long callers waited for answers, over all turns of a call. */
export interface ResponseTimes {
  readonly turns: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
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
  /** The version of the project that served the call. */
  readonly versionNumber: number | null;
  readonly versionSource: VersionSource | null;
  /** The content hash of that version, if the runtime sent it; compared and not stored. */
  readonly contentHash: string | null;
  /** The parts add up to `costUsd`. */
  readonly costParts: CostParts | null;
  readonly responseTimes: ResponseTimes | null;
  readonly summary: string | null;
  readonly transcript: readonly TranscriptLine[] | null;
  readonly redactedTranscript: RedactedTranscript | null;
  readonly consent: CallConsent | null;
  readonly recordingAvailable: boolean;
}
