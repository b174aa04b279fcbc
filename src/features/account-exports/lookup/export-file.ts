import type { SealedFile } from '../../../core/privacy/keys/sealed-files.js';
import type { ExportRow } from './exports.queries.js';

/**
 * The prefix of the names of an export's files in the file store; its id is unique across tenants.
 */
export const prefixOf = (exportId: string): string => `account-exports/${exportId}.`;

/** Each attempt has a separate file, so that a late one does not replace another. */
export const fileNameOf = (exportId: string, attempt: number): string => `${prefixOf(exportId)}${attempt}`;

/** The file of an export that is ready; null for any other. */
export const fileOf = (row: ExportRow): SealedFile | null =>
  row.status === 'ready' && row.key_id !== null && row.bytes !== null
    ? { name: fileNameOf(row.export_id, row.attempts), keyId: row.key_id, bytes: Number(row.bytes) }
    : null;
