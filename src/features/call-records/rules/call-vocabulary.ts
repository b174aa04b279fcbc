/** The format of a call_id; it names a call and never a person. */
export const CALL_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Lifecycle of a call; busy, unanswered and cancelled calls are missed, with a status_detail. */
export const CALL_STATUSES = ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Statuses of calls in progress: they use a slot, and are neither waiting nor ended. */
export const ACTIVE_STATUSES: ReadonlySet<CallStatus> = new Set<CallStatus>(['ringing', 'in_progress']);

/** A call with one of these statuses has ended. */
export const ENDED_STATUSES: ReadonlySet<CallStatus> = new Set<CallStatus>(['completed', 'missed', 'failed']);

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const CHANNELS = ['phone', 'web', 'sip'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The stored words; responses with rows use `upset` for `negative`. */
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

export const TRANSFER_KINDS = ['transfer', 'direct_call'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const TRANSFER_OUTCOMES = ['completed', 'failed', 'in_progress', 'declined'] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

export const TRANSCRIPT_ROLES = ['caller', 'agent'] as const;
export type TranscriptRole = (typeof TRANSCRIPT_ROLES)[number];

export const CONSENT_STATUSES = ['obtained', 'declined', 'withdrawn'] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

export const CONSENT_METHODS = ['express', 'implied'] as const;
export type ConsentMethod = (typeof CONSENT_METHODS)[number];

export const REDACTION_STATUSES = ['verified', 'pending', 'failed'] as const;
export type RedactionStatus = (typeof REDACTION_STATUSES)[number];

/** The source of a call's version: its runtime, its dispatch, or the start of the call. */
export const VERSION_SOURCES = ['reported', 'inferred'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** The parts of a call's cost in US dollars. */
export const COST_PARTS = [
  'speech_to_text',
  'model',
  'text_to_speech',
  'telephony',
  'platform',
  'other',
] as const;
export type CostPart = (typeof COST_PARTS)[number];

/** The seven classified outcomes, in their order (calls 3.2, 8.2). */
export const CLASSIFIED_OUTCOMES = [
  'resolved',
  'transferred',
  'follow_up_required',
  'abandoned',
  'caller_hangup',
  'timeout',
  'technical_failure',
] as const;
export type ClassifiedOutcome = (typeof CLASSIFIED_OUTCOMES)[number];

/** All eight buckets in the fixed order of the outcomes aggregate. */
export const OUTCOME_IDS = [...CLASSIFIED_OUTCOMES, 'unclassified'] as const;
export type OutcomeId = (typeof OUTCOME_IDS)[number];

/** The six buckets of the summary's disconnection distribution. */
export const DISCONNECTION_REASONS = [
  'caller_hangup',
  'agent_or_system_end',
  'transferred',
  'missed',
  'failed',
  'unknown',
] as const;
export type DisconnectionReason = (typeof DISCONNECTION_REASONS)[number];

/** Events a webhook can subscribe to (calls-ingest 5.1). */
export const CALL_EVENT_TYPES = [
  'call_started',
  'call_ended',
  'call_analyzed',
  'transfer_initiated',
] as const;
export type CallEventType = (typeof CALL_EVENT_TYPES)[number];
