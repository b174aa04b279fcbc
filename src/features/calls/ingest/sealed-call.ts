import type { Tenant } from '../../../core/shared/auth-context.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { addressOf, type SealedContents } from '../contents/sealed-contents.js';
import type { CallRecord, TranscriptLine } from './call-record.js';

/** The tenant's keys of both purposes. */
interface IngestKeys {
  readonly encryption: TenantKey;
  readonly matching: TenantKey;
}

/** A call to be stored. Columns take only fields of `record` without personal data. */
export interface SealedCall {
  readonly record: CallRecord;
  readonly callerMasked: string | null;
  readonly callerHash: Buffer | null;
  readonly callerHashKeyId: string | null;
  readonly contents: SealedContents;
  /** Size of all contents together. */
  readonly bytes: number;
}

/** Encrypts, hashes and masks what must not leave the process (docs/architecture.md, "Privacy"). */
export function sealCall(tenant: Tenant, keys: IngestKeys, record: CallRecord): SealedCall {
  const seal = (column: keyof SealedContents, text: string | null): Buffer | null =>
    text === null ? null : sealField(keys.encryption, addressOf(tenant, record.callId, column), text);
  const { callerNumber, transfer } = record;
  const contents: SealedContents = {
    caller_number_encrypted: seal('caller_number_encrypted', callerNumber),
    caller_name_encrypted: seal('caller_name_encrypted', record.callerName),
    transfer_encrypted: seal('transfer_encrypted', transfer && JSON.stringify(transfer)),
    summary_encrypted: seal('summary_encrypted', record.summary),
    transcript_encrypted: seal('transcript_encrypted', linesText(record.transcript)),
    redacted_transcript_encrypted: seal(
      'redacted_transcript_encrypted',
      linesText(record.redactedTranscript?.lines ?? null),
    ),
  };
  return {
    record,
    callerMasked: callerNumber === null ? null : maskPhone(callerNumber),
    callerHash: callerNumber === null ? null : keyedHash(keys.matching, 'caller-number', callerNumber),
    callerHashKeyId: callerNumber === null ? null : keys.matching.keyId,
    contents,
    bytes: Object.values<Buffer | null>({ ...contents }).reduce((sum, it) => sum + (it?.length ?? 0), 0),
  };
}

const NO_CONTENTS: SealedContents = {
  caller_number_encrypted: null,
  caller_name_encrypted: null,
  transfer_encrypted: null,
  summary_encrypted: null,
  transcript_encrypted: null,
  redacted_transcript_encrypted: null,
};

/** A call of an erased caller: only the fields that are needed for counts. */
export const withoutCaller = (call: SealedCall): SealedCall => ({
  ...call,
  record: { ...call.record, contactId: null, redactedTranscript: null },
  callerMasked: null,
  callerHash: null,
  callerHashKeyId: null,
  contents: NO_CONTENTS,
});

function linesText(lines: readonly TranscriptLine[] | null): string | null {
  if (lines === null || lines.length === 0) return null;
  return JSON.stringify(lines.map(({ role, text, offsetMs }) => ({ role, text, offset_ms: offsetMs })));
}
