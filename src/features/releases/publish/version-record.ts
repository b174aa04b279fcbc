import type { VersionResponse } from './releases.response.js';

/** A version as the statements of this folder return it. */
export type VersionRow = Omit<VersionResponse, 'published_at'> & { readonly published_at: Date };

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
