import type { VersionResponse } from './releases.response.js';

/** A version as the statements of this folder give it. */
export interface VersionRow {
  version_number: number;
  published_at: Date;
  published_by: string;
  change_note: string | null;
  content_hash: string;
  source: 'publish' | 'rollback';
  rolled_back_from: number | null;
  is_current: boolean;
  state: VersionResponse['state'];
}

export const versionRecord = (row: VersionRow): VersionResponse => ({
  version_number: row.version_number,
  published_at: row.published_at.toISOString(),
  published_by: row.published_by,
  change_note: row.change_note,
  content_hash: row.content_hash,
  source: row.source,
  rolled_back_from: row.rolled_back_from,
  is_current: row.is_current,
  state: row.state,
});
