import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { Diagnosis, reasonOf } from '../../../core/errors/platform-error.js';
import { openField, sealedKeyId } from '../../../core/privacy/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import type { TenantKey } from '../../../core/privacy/tenant-keys.js';
import { readTransfer } from '../rules/transfer.policy.js';
import type { StoredTransfer } from '../rules/transfer.policy.js';
import { addressOf } from './sealed-contents.js';
import type { SealedContents } from './sealed-contents.js';
import { readLines } from './transcript.policy.js';
import type { StoredLine } from './transcript.policy.js';

/** A row with sealed contents of one call. Columns that the statement did not select count as empty. */
export type SealedRow = { readonly call_id: string } & Partial<SealedContents>;

/** Contents of a call in clear; null where there is nothing, or where it does not open. */
export interface OpenedContents {
  /** E.164. */
  readonly callerNumber: string | null;
  readonly callerName: string | null;
  readonly transfer: StoredTransfer | null;
  readonly summary: string | null;
  readonly transcript: readonly StoredLine[] | null;
  readonly redactedTranscript: readonly StoredLine[] | null;
}

type KeyById = (keyId: string) => Promise<TenantKey>;
type Read<T> = (text: string) => T | null;

const asText: Read<string> = (text) => text;
const asTransfer: Read<StoredTransfer> = (text) => readTransfer(JSON.parse(text));
const asLines: Read<StoredLine[]> = (text) => readLines(JSON.parse(text));

/**
 * Opens what ingest has sealed. Who may see it is the caller's to settle, best by not selecting the column at
 * all: what is opened here is in clear.
 */
@Injectable()
export class CallContents {
  private readonly logger = new Logger(CallContents.name);

  constructor(private readonly keys: TenantKeys) {}

  /**
   * Opens each sealed column of a row by itself: one that does not open is null and leaves the others alone,
   * whether its key cannot be had, it was sealed for another place, or what it holds is of another shape. Never
   * rejects; the log gets one line for the row, without any content.
   */
  open(auth: AuthContext, row: SealedRow): Promise<OpenedContents> {
    const key: KeyById = (keyId) => this.keys.byId(auth, 'encryption', keyId);
    return this.openWith(auth, row, key, (failures) => this.complain(failures));
  }

  /**
   * As `open`, for the many rows of one answer: a key that cannot be had is asked for once, and what does not open
   * is one line of the log in all.
   */
  opener(auth: AuthContext): (row: SealedRow) => Promise<OpenedContents> {
    const keys = new Map<string, Promise<TenantKey>>();
    const key: KeyById = (keyId) => {
      const known = keys.get(keyId) ?? this.keys.byId(auth, 'encryption', keyId);
      keys.set(keyId, known);
      return known;
    };
    let isSilent = false;
    return (row) =>
      this.openWith(auth, row, key, (failures) => {
        if (!isSilent) this.complain(failures);
        isSilent = true;
      });
  }

  private async openWith(
    auth: AuthContext,
    row: SealedRow,
    keyById: KeyById,
    report: (failures: readonly string[]) => void,
  ): Promise<OpenedContents> {
    const failures: string[] = [];
    const open = async <T>(column: keyof SealedContents, read: Read<T>): Promise<T | null> => {
      const sealed = row[column] ?? null;
      if (sealed === null) return null;
      try {
        const key = await keyById(sealedKeyId(sealed));
        const content = read(openField(key, addressOf(auth, row.call_id, column), sealed));
        if (content === null) throw new Diagnosis('it holds JSON of another shape');
        return content;
      } catch (error) {
        failures.push(`${column}: ${reasonOf(error)}`);
        return null;
      }
    };
    // At once, so that all of them wait for one look-up of the key they share.
    const [callerNumber, callerName, transfer, summary, transcript, redactedTranscript] = await Promise.all([
      open('caller_number_encrypted', asText),
      open('caller_name_encrypted', asText),
      open('transfer_encrypted', asTransfer),
      open('summary_encrypted', asText),
      open('transcript_encrypted', asLines),
      open('redacted_transcript_encrypted', asLines),
    ]);
    if (failures.length > 0) report(failures);
    return { callerNumber, callerName, transfer, summary, transcript, redactedTranscript };
  }

  private complain(failures: readonly string[]): void {
    this.logger.warn({ msg: 'contents of a call do not open', count: failures.length, fields: failures });
  }
}
