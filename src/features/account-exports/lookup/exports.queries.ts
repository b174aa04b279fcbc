import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { ExportFormat, FailureCode, StoredStatus } from '../rules/export-words.js';

/** An export as `COLUMNS` reads it; 64-bit numbers arrive as text. */
export interface ExportRow {
  readonly export_id: string;
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  readonly status: StoredStatus;
  readonly requested_by: string;
  readonly created_at: Date;
  readonly attempts: number;
  readonly files_done: number;
  readonly files_total: number;
  readonly rows_written: string;
  readonly ready_at: Date | null;
  readonly expires_at: Date | null;
  readonly bytes: string | null;
  readonly sha256: string | null;
  readonly key_id: string | null;
  readonly failure_code: FailureCode | null;
  readonly downloads: number;
}

const COLUMNS = `export_id, sections, format, status, requested_by, created_at, attempts, files_done, files_total,
           rows_written, ready_at, expires_at, bytes, sha256, key_id, failure_code, downloads`;

/** The latest exports of the tenant; the daily limit keeps them few. */
export const LIST_EXPORTS = namedQuery('account_exports_list')`
    SELECT ${COLUMNS} FROM account_exports WHERE client_id = $1 AND data_env = $2
     ORDER BY created_at DESC, export_id DESC LIMIT 100`;

export const FIND_EXPORT = namedQuery('account_exports_find')`
    SELECT ${COLUMNS} FROM account_exports WHERE client_id = $1 AND data_env = $2 AND export_id = $3::uuid`;

/** Adds an export ($3) of sections ($4) in a format ($5), for a person ($6), at a time ($7). */
export const ADD_EXPORT = namedQuery('account_exports_add')`
    INSERT INTO account_exports (client_id, data_env, export_id, sections, format, requested_by, created_at, alive_at)
    VALUES ($1, $2, $3::uuid, $4, $5, $6, $7, $7)
    RETURNING ${COLUMNS}`;

/** Counts a download of an export ($3) that still has its file at this moment ($4). */
export const COUNT_DOWNLOAD = namedQuery('account_exports_count_download')`
    UPDATE account_exports SET downloads = downloads + 1
     WHERE client_id = $1 AND data_env = $2 AND export_id = $3::uuid AND status = 'ready' AND expires_at > $4
    RETURNING downloads`;
