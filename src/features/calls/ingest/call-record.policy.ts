import {
  CALL_ID,
  CALL_STATUSES,
  CHANNELS,
  CONSENT_METHODS,
  CONSENT_STATUSES,
  DIRECTIONS,
  REDACTION_STATUSES,
  SENTIMENTS,
  TRANSCRIPT_ROLES,
  TRANSFER_KINDS,
  TRANSFER_OUTCOMES,
} from '../../call-records/rules/call-vocabulary.js';
import type { StoredTransfer } from '../../call-records/rules/transfer.policy.js';
import {
  COST_PART_FIELDS,
  MONEY_BELOW,
  readCostParts,
  readResponseTimes,
  RESPONSE_TIME_FIELDS,
  settledCost,
} from './figures/call-figures.policy.js';
import type { CallConsent, CallRecord, RedactedTranscript, TranscriptLine } from './call-record.js';
import { isPersonalIdentifier, openWord } from '../../../core/privacy/pii/free-words.policy.js';
import { FIELD_ERROR_CODES, FieldFault, FieldReader, isJsonObject } from './field-reader.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/**
 * Refusals besides invalid fields: a line that is not JSON, and a project of another tenant
 * (calls-ingest 1.6).
 */
export const RECORD_ERROR_CODES = [...FIELD_ERROR_CODES, 'invalid_json', 'unknown_project'] as const;
type RecordErrorCode = (typeof RECORD_ERROR_CODES)[number];

export interface RecordError {
  /** Null if the record's own call_id cannot be used. */
  readonly call_id: string | null;
  readonly code: RecordErrorCode;
  /** Path of the field, list positions from 0: `transfer.attempts.2.kind`. */
  readonly field: string;
  readonly message: string;
}

/** Why a field of a stored record counts as absent (calls-ingest 1.10). */
export const RECORD_WARNING_CODES = ['unknown_version', 'cost_parts_mismatch'] as const;

export interface RecordWarning {
  readonly call_id: string;
  readonly code: (typeof RECORD_WARNING_CODES)[number];
  readonly field: string;
  readonly message: string;
}

type ParsedCallRecord =
  | { readonly ok: true; readonly record: CallRecord; readonly warnings: readonly RecordWarning[] }
  | { readonly ok: false; readonly error: RecordError };

const IDENTIFIER = /^(?=\S)\P{Cc}+(?<=\S)$/u;
const IDENTIFIER_HELP =
  '1 to 128 characters without control characters, and without leading or trailing spaces';
// The ISO 4217 codes that this version of Node knows, including former currencies: old calls may be
// sent too.
const CURRENCY = new RegExp(`^(?:${Intl.supportedValuesOf('currency').join('|')})$`);

/**
 * The longest free words and names: far longer than any that runtimes send, and short enough to
 * index.
 */
const WORD = 64;
const NAME = 200;
const ID = 128;
/** 115 days: longer than any call, and short enough that sums of millions of calls stay exact. */
const MAX_SECONDS = 10_000_000;
const MAX_SUMMARY = 20_000;
/** A day of speech, with a line every 17 seconds. */
const MAX_LINES = 5_000;
const MAX_LINE_TEXT = 10_000;
const CONTENT_HASH = /^[0-9a-f]{64}$/;
/** A call that was transferred more often than this is in a loop. */
const MAX_ATTEMPTS = 100;

const RECORD_FIELDS = new Set([
  ...[
    'call_id',
    'revision',
    'project_id',
    'solution_id',
    'campaign_id',
    'contact_id',
    'direction',
    'channel',
  ],
  ...[
    'call_status',
    'status_detail',
    'started_at_utc',
    'answered_at_utc',
    'ended_at_utc',
    'duration_seconds',
  ],
  ...['caller_number', 'caller_name', 'agent_name', 'resolution_status', 'end_reason', 'sentiment'],
  ...['caller_sentiment', 'human_escalation', 'transfer', 'booking', 'cost_usd', 'cost_local', 'currency'],
  ...['ai_response_seconds', 'provider_label', 'summary', 'transcript', 'redacted_transcript', 'consent'],
  ...['recording_available', 'version_number', 'content_hash', 'cost_parts', 'response_times'],
]);
const TRANSFER_FIELDS = new Set(['last_outcome', 'attempts']);
const ATTEMPT_FIELDS = new Set(['kind', 'target_name', 'outcome', 'at_utc']);
const BOOKING_FIELDS = new Set(['created']);
const LINE_FIELDS = new Set(['role', 'text', 'offset_ms']);
const REDACTED_FIELDS = new Set(['status', 'lines']);
const CONSENT_FIELDS = new Set(['status', 'method', 'obtained_at_utc', 'expires_at_utc', 'withdrawn_at_utc']);

/**
 * Checks one record of an ingest batch by every rule of the record format and types it
 * (calls-ingest section 2). The check is written by hand: one pass checks and converts the fields,
 * and stops at the first broken rule in their order. A compiled schema only says whether the rules
 * hold; order, codes and conversion would need a second pass. An explicit null is an absent field.
 * The message says what is allowed and never repeats a value. Does not throw.
 */
export function parseCallRecord(raw: unknown): ParsedCallRecord {
  if (!isJsonObject(raw)) {
    const error = { call_id: null, field: 'record', message: 'Each record must be an object.' };
    return { ok: false, error: { ...error, code: 'invalid_type' } };
  }
  try {
    return withSettledCost(readRecord(new FieldReader(raw, RECORD_FIELDS)));
  } catch (fault) {
    if (!(fault instanceof FieldFault)) throw fault;
    const id = raw['call_id'];
    const callId = typeof id === 'string' && CALL_ID.test(id) ? id : null;
    return {
      ok: false,
      error: { call_id: callId, code: fault.code, field: fault.field, message: fault.message },
    };
  }
}

const NO_WARNINGS: readonly RecordWarning[] = [];

function withSettledCost(record: CallRecord): ParsedCallRecord {
  if (record.costParts === null) return { ok: true, record, warnings: NO_WARNINGS };
  const cost = settledCost(record);
  if (cost !== null) return { ok: true, record: { ...record, ...cost }, warnings: NO_WARNINGS };
  const warning: RecordWarning = {
    call_id: record.callId,
    code: 'cost_parts_mismatch',
    field: 'cost_parts',
    message: 'The parts must add up to cost_usd. The call is stored with cost_usd and without its parts.',
  };
  return { ok: true, record: { ...record, costParts: null }, warnings: [warning] };
}

function readRecord(fields: FieldReader): CallRecord {
  const record = readFields(fields);
  if (record.contentHash !== null && record.versionNumber === null) {
    fields.refuse('missing_field', 'version_number', 'This field is required with content_hash.');
  }
  if (record.endedAt !== null && record.endedAt < record.startedAt) {
    fields.refuse('invalid_value', 'ended_at_utc', 'Must not be before started_at_utc.');
  }
  return record;
}

function readFields(fields: FieldReader): CallRecord {
  return {
    callId: fields.text(
      'call_id',
      ID,
      CALL_ID,
      '1 to 128 letters, digits, dots, underscores, colons or hyphens',
    ),
    revision: fields.integer('revision', 1, MAX_INTEGER),
    projectId: fields.text('project_id', ID, IDENTIFIER, IDENTIFIER_HELP),
    solutionId: readReference(fields, 'solution_id'),
    campaignId: readReference(fields, 'campaign_id'),
    contactId: readReference(fields, 'contact_id'),
    direction: fields.choice('direction', DIRECTIONS),
    channel: fields.choice('channel', CHANNELS),
    callStatus: fields.choice('call_status', CALL_STATUSES),
    statusDetail: openWord(fields.optionalText('status_detail', WORD)),
    startedAt: fields.instant('started_at_utc'),
    answeredAt: fields.optionalInstant('answered_at_utc'),
    endedAt: fields.optionalInstant('ended_at_utc'),
    durationSeconds: fields.optionalNumber('duration_seconds', 0, MAX_SECONDS),
    callerNumber: fields.optionalPhone('caller_number'),
    callerName: fields.optionalText('caller_name', NAME),
    // In the form that filters use (requests 4.8).
    agentName: openWord(fields.optionalText('agent_name', NAME))?.normalize('NFC') ?? null,
    resolutionStatus: openWord(fields.optionalText('resolution_status', WORD)),
    endReason: openWord(fields.optionalText('end_reason', WORD)),
    sentiment: fields.optionalChoice('sentiment', SENTIMENTS),
    callerSentiment: fields.optionalChoice('caller_sentiment', SENTIMENTS),
    humanEscalation: fields.optionalFlag('human_escalation') ?? false,
    transfer: readTransfer(fields.optionalObject('transfer', TRANSFER_FIELDS)),
    bookingCreated: fields.optionalObject('booking', BOOKING_FIELDS)?.flag('created') ?? false,
    costUsd: fields.optionalMoney('cost_usd', MONEY_BELOW),
    costLocal: fields.optionalMoney('cost_local', MONEY_BELOW),
    currency: fields.optionalText('currency', 3, CURRENCY, 'an ISO 4217 code of three capital letters'),
    aiResponseSeconds: fields.optionalNumber('ai_response_seconds', 0, MAX_SECONDS),
    providerLabel: openWord(fields.optionalText('provider_label', NAME)),
    summary: fields.optionalText('summary', MAX_SUMMARY),
    transcript: fields.optionalList('transcript', MAX_LINES, LINE_FIELDS, readLine),
    redactedTranscript: readRedacted(fields.optionalObject('redacted_transcript', REDACTED_FIELDS)),
    consent: readConsent(fields.optionalObject('consent', CONSENT_FIELDS)),
    recordingAvailable: fields.optionalFlag('recording_available') ?? false,
    versionNumber: fields.optionalInteger('version_number', 1, MAX_INTEGER),
    contentHash: fields.optionalText('content_hash', 64, CONTENT_HASH, '64 hexadecimal digits in lower case'),
    versionSource: null,
    costParts: readCostParts(fields.optionalObject('cost_parts', COST_PART_FIELDS)),
    responseTimes: readResponseTimes(fields.optionalObject('response_times', RESPONSE_TIME_FIELDS)),
  };
}

/** The runtime's own id, which is stored and shown in plain text. */
function readReference(fields: FieldReader, name: string): string | null {
  const id = fields.optionalText(name, ID, IDENTIFIER, IDENTIFIER_HELP);
  if (id === null || !isPersonalIdentifier(id)) return id;
  return fields.refuse(
    'invalid_value',
    name,
    'Must be an identifier without personal data: no telephone number, no email address.',
  );
}

function readTransfer(fields: FieldReader | null): StoredTransfer | null {
  if (fields === null) return null;
  return {
    last_outcome: fields.optionalChoice('last_outcome', TRANSFER_OUTCOMES),
    attempts:
      fields.optionalList('attempts', MAX_ATTEMPTS, ATTEMPT_FIELDS, (attempt) => ({
        kind: attempt.choice('kind', TRANSFER_KINDS),
        target_name: attempt.optionalText('target_name', NAME),
        outcome: attempt.choice('outcome', TRANSFER_OUTCOMES),
        at_utc: attempt.instant('at_utc').toISOString(),
      })) ?? [],
  };
}

const readLine = (line: FieldReader): TranscriptLine => ({
  role: line.choice('role', TRANSCRIPT_ROLES),
  text: line.text('text', MAX_LINE_TEXT),
  offsetMs: line.integer('offset_ms', 0, MAX_INTEGER),
});

function readRedacted(fields: FieldReader | null): RedactedTranscript | null {
  if (fields === null) return null;
  return {
    status: fields.choice('status', REDACTION_STATUSES),
    lines: fields.list('lines', MAX_LINES, LINE_FIELDS, readLine),
  };
}

function readConsent(fields: FieldReader | null): CallConsent | null {
  if (fields === null) return null;
  const obtainedAt = fields.instant('obtained_at_utc');
  const expiresAt = fields.optionalInstant('expires_at_utc');
  if (expiresAt !== null && expiresAt <= obtainedAt) {
    fields.refuse('invalid_value', 'expires_at_utc', 'Must be after obtained_at_utc.');
  }
  return {
    status: fields.choice('status', CONSENT_STATUSES),
    method: fields.choice('method', CONSENT_METHODS),
    obtainedAt,
    expiresAt,
    withdrawnAt: fields.optionalInstant('withdrawn_at_utc'),
  };
}
