import type { StagedState } from './staged-release.policy.js';
import type { StagedReleaseResponse } from './staged-releases.response.js';

/** A staged release as the statements of this folder give it. */
export interface StagedReleaseRow {
  readonly version_number: number;
  readonly content_hash: string;
  readonly change_note: string | null;
  readonly state: StagedState;
  readonly percent: number | null;
  readonly numbers_masked: string[];
  readonly started_by: string;
  readonly started_at: Date;
  readonly ended_by: string | null;
  readonly ended_at: Date | null;
  readonly runtime_id: string | null;
  readonly runtime_reported_at: Date | null;
}

export const stagedReleaseRecord = (row: StagedReleaseRow): StagedReleaseResponse => ({
  version_number: row.version_number,
  content_hash: row.content_hash,
  state: row.state,
  percent: row.percent,
  numbers: row.percent === null ? row.numbers_masked : null,
  change_note: row.change_note,
  started_at: row.started_at.toISOString(),
  started_by: row.started_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  runtime_id: row.runtime_id,
  runtime_reported_at: row.runtime_reported_at?.toISOString() ?? null,
});
