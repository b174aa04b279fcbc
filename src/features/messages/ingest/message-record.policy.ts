import { echoableName } from '../../../core/shared/field-names.policy.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

const DIRECTIONS = ['inbound', 'outbound'] as const;
const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const RECORD_ERROR_CODES = [
  'missing_field',
  'invalid_type',
  'invalid_value',
  'unknown_field',
  'unknown_project',
] as const;
type RecordErrorCode = (typeof RECORD_ERROR_CODES)[number];

/** A validated message record. */
export interface MessageRecord {
  readonly messageId: string;
  readonly logicalSendId: string;
  readonly revision: number;
  readonly projectId: string;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly segments: number;
  readonly status: MessageStatus;
  readonly failedReason: string | null;
  readonly sentAt: Date;
  readonly deliveredAt: Date | null;
}

/** Why a record is refused; never contains a sent value. */
export interface RecordFault {
  readonly message_id: string | null;
  readonly code: RecordErrorCode;
  readonly field: string;
  readonly message: string;
}

export type ReadRecord =
  { readonly ok: true; readonly record: MessageRecord } | { readonly ok: false; readonly fault: RecordFault };

const ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** More segments than any network joins; keeps typing errors out of a bill. */
const MAX_SEGMENTS = 255;

/** The fields of a record, in the order in which they are checked, and their allowed values. */
const FIELDS: Readonly<
  Record<
    string,
    {
      readonly type?: 'number';
      readonly check: (value: unknown) => boolean;
      readonly allowed: string;
    }
  >
> = {
  message_id: {
    check: isId,
    allowed: 'Must be 1 to 128 letters, digits, dots, underscores, colons or hyphens.',
  },
  logical_send_id: {
    check: isId,
    allowed: 'Must be 1 to 128 letters, digits, dots, underscores, colons or hyphens.',
  },
  revision: {
    type: 'number',
    check: wholeUpTo(MAX_INTEGER),
    allowed: `Must be a whole number from 1 to ${MAX_INTEGER}.`,
  },
  project_id: { check: isId, allowed: 'Must be the id of a project.' },
  direction: { check: oneOf(DIRECTIONS), allowed: `Must be one of ${DIRECTIONS.join(', ')}.` },
  segments: {
    type: 'number',
    check: wholeUpTo(MAX_SEGMENTS),
    allowed: `Must be a whole number from 1 to ${MAX_SEGMENTS}.`,
  },
  status: { check: oneOf(MESSAGE_STATUSES), allowed: `Must be one of ${MESSAGE_STATUSES.join(', ')}.` },
  sent_at_utc: { check: isInstant, allowed: 'Must be an ISO 8601 instant with its zone.' },
};
const OPTIONAL: typeof FIELDS = {
  failed_reason: { check: isReason, allowed: 'Must be 1 to 64 lowercase letters, digits or underscores.' },
  delivered_at_utc: { check: isInstant, allowed: 'Must be an ISO 8601 instant with its zone.' },
};

/**
 * Reads one record; reports the first broken rule, in the order of the tables above, which a
 * compiled schema does not keep (billing 13.2).
 */
export function readMessageRecord(raw: unknown): ReadRecord {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return refused(null, 'invalid_type', 'record', 'Each record must be a JSON object.');
  const source = raw as Readonly<Record<string, unknown>>;
  const id = isId(source['message_id']) ? (source['message_id'] as string) : null;
  const unknown = Object.keys(source).find(
    (name) => !Object.hasOwn(FIELDS, name) && !Object.hasOwn(OPTIONAL, name),
  );
  if (unknown !== undefined)
    return refused(id, 'unknown_field', echoableName(unknown), 'This field is unknown.');
  for (const [field, { type = 'string', check, allowed }] of Object.entries({ ...FIELDS, ...OPTIONAL })) {
    const value = source[field] ?? null;
    if (value === null && Object.hasOwn(OPTIONAL, field)) continue;
    if (value === null) return refused(id, 'missing_field', field, 'This field is required.');
    if (typeof value !== type) return refused(id, 'invalid_type', field, allowed);
    if (!check(value)) return refused(id, 'invalid_value', field, allowed);
  }
  const record = toRecord(source);
  if (isDelivered(record) !== (record.deliveredAt !== null)) {
    return refused(
      id,
      'invalid_value',
      'delivered_at_utc',
      'Required with the statuses delivered and read, and not allowed with any other.',
    );
  }
  return { ok: true, record };
}

/** A record of a project that the tenant does not have. */
export const unknownProject = ({ messageId }: MessageRecord): RecordFault => ({
  message_id: messageId,
  code: 'unknown_project',
  field: 'project_id',
  message: 'Must be a project of this client and environment.',
});

const isDelivered = ({ status }: MessageRecord): boolean => status === 'delivered' || status === 'read';

const toRecord = (source: Readonly<Record<string, unknown>>): MessageRecord => ({
  messageId: source['message_id'] as string,
  logicalSendId: source['logical_send_id'] as string,
  revision: source['revision'] as number,
  projectId: source['project_id'] as string,
  direction: source['direction'] as MessageRecord['direction'],
  segments: source['segments'] as number,
  status: source['status'] as MessageStatus,
  failedReason: (source['failed_reason'] ?? null) as string | null,
  sentAt: readInstant(source['sent_at_utc'] as string)!,
  deliveredAt:
    typeof source['delivered_at_utc'] === 'string' ? readInstant(source['delivered_at_utc']) : null,
});

function refused(
  messageId: string | null,
  code: RecordErrorCode,
  field: string,
  message: string,
): { readonly ok: false; readonly fault: RecordFault } {
  return { ok: false, fault: { message_id: messageId, code, field, message } };
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}
function isReason(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z0-9_]{1,64}$/.test(value);
}
function isInstant(value: unknown): boolean {
  return typeof value === 'string' && readInstant(value) !== null;
}
function wholeUpTo(most: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}
function oneOf(words: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && words.includes(value);
}
