import type { Tenant } from '../../../core/shared/auth-context.js';
import { LoggableError, reasonOf } from '../../../core/shared/platform-error.js';
import { openField, sealedKeyId } from '../../../core/privacy/keys/field-cipher.js';
import { KeyGoneError } from '../../../core/privacy/privacy.errors.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { readTransfer, type StoredTransfer } from '../../call-records/rules/transfer.policy.js';
import { addressOf, type SealedContents } from './sealed-contents.js';
import { readLines, type StoredLine } from './transcript.policy.js';

/** A row with sealed contents of a call. Columns that were not selected count as empty. */
export type SealedRow = { readonly call_id: string } & Partial<SealedContents>;

/** Decrypted contents of a call; null if there is none or it cannot be opened. */
export interface OpenedContents {
  /** E.164. */
  readonly callerNumber: string | null;
  readonly callerName: string | null;
  readonly transfer: StoredTransfer | null;
  readonly summary: string | null;
  readonly transcript: readonly StoredLine[] | null;
  readonly redactedTranscript: readonly StoredLine[] | null;
}

type Read<T> = (text: string) => T | null;

const asText: Read<string> = (text) => text;
const asTransfer: Read<StoredTransfer> = (text) => readTransfer(JSON.parse(text));
const asLines: Read<StoredLine[]> = (text) => readLines(JSON.parse(text));

const COLUMNS: readonly (keyof SealedContents)[] = [
  'caller_number_encrypted',
  'caller_name_encrypted',
  'transfer_encrypted',
  'summary_encrypted',
  'transcript_encrypted',
  'redacted_transcript_encrypted',
];

/** Opens the rows of one response, reading each key once. Created by CallContents. */
export class ContentsOpener {
  private readonly keys = new Map<string, TenantKey | Error>();

  /**
   * @param report is called with the columns of a row that could not be opened, without any content
   */
  constructor(
    private readonly tenant: Tenant,
    private readonly keyById: (keyId: string) => Promise<TenantKey>,
    private readonly report: (failures: readonly string[]) => void,
  ) {}

  /** Reads the keys of a row. Null: they are already loaded. Never rejects. */
  keysOf(row: SealedRow): Promise<unknown> | null {
    const missing = new Set<string>();
    for (const column of COLUMNS) {
      const keyId = keyIdIn(row[column]);
      if (keyId !== null && !this.keys.has(keyId)) missing.add(keyId);
    }
    return missing.size === 0 ? null : Promise.all([...missing].map((keyId) => this.ask(keyId)));
  }

  /**
   * The contents of a row whose keys are loaded. A content that cannot be opened does not affect
   * the others.
   */
  open(row: SealedRow): OpenedContents {
    const failures: string[] = [];
    const open = <T>(column: keyof SealedContents, read: Read<T>): T | null => {
      const sealed = row[column] ?? null;
      if (sealed === null) return null;
      try {
        const content = read(
          openField(this.keyOf(sealed), addressOf(this.tenant, row.call_id, column), sealed),
        );
        if (content === null) throw new LoggableError('it contains JSON of another shape');
        return content;
      } catch (error) {
        failures.push(`${column}: ${reasonOf(error)}`);
        return null;
      }
    };
    const opened = {
      callerNumber: open('caller_number_encrypted', asText),
      callerName: open('caller_name_encrypted', asText),
      transfer: open('transfer_encrypted', asTransfer),
      summary: open('summary_encrypted', asText),
      transcript: open('transcript_encrypted', asLines),
      redactedTranscript: open('redacted_transcript_encrypted', asLines),
    };
    if (failures.length > 0) this.report(failures);
    return opened;
  }

  /** @throws KeyUnavailableError (503) when a requested key is unavailable */
  assertKeys(): void {
    for (const key of this.keys.values())
      if (key instanceof Error && !(key instanceof KeyGoneError)) throw key;
  }

  private async ask(keyId: string): Promise<void> {
    this.keys.set(
      keyId,
      await this.keyById(keyId).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    );
  }

  private keyOf(sealed: Buffer): TenantKey {
    const key = this.keys.get(sealedKeyId(sealed));
    if (key === undefined) throw new LoggableError('its key was not asked for');
    if (key instanceof Error) throw key;
    return key;
  }
}

/** Null if there is no value, or if it does not have the format of a sealed value. */
function keyIdIn(sealed: Buffer | null | undefined): string | null {
  try {
    return sealed ? sealedKeyId(sealed) : null;
  } catch {
    return null;
  }
}
