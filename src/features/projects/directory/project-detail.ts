import type { LegacyProjectRecord } from '../rules/legacy-project.js';
import type { ProjectDetailResponse } from './directory.response.js';

/** A row of the directory's statements: enough for both models. */
export interface ProjectRecord extends LegacyProjectRecord {
  readonly created_by: string;
  readonly latest_published_version: number | null;
  readonly draft_etag: string | null;
  /** The version of the active staged release; null if there is none. */
  readonly staged_version: number | null;
  readonly staged_percent: number | null;
  /** Null if it was never set. */
  readonly testing_override: {
    readonly enabled: boolean;
    /** As it was typed. */
    readonly expires_at_utc: string | null;
    /** An instant as written by PostgreSQL in JSON. */
    readonly updated_at: string;
  } | null;
}

/**
 * The project detail (projects 2.2, 2.3). @param now overrides of test calls that have expired by
 * then are ignored
 */
export const toProjectDetail = (record: ProjectRecord, now: Date): ProjectDetailResponse => ({
  project_id: record.project_id,
  client_id: record.client_id,
  display_name: record.display_name,
  timezone: record.timezone,
  lifecycle_state: record.lifecycle_state === 'archived' ? 'archived' : 'active',
  has_draft: record.draft_etag !== null,
  latest_published_version_number: record.latest_published_version,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
  created_by: record.created_by,
  initial_draft_etag: record.latest_published_version === null ? record.draft_etag : null,
  ...(record.staged_version !== null && {
    staged_release: { version_number: record.staged_version, percent: record.staged_percent },
  }),
  ...(isInForce(record.testing_override, now) && {
    testing_override_summary: {
      ...record.testing_override,
      expires_at_utc: inAnswers(record.testing_override.expires_at_utc),
      updated_at: new Date(record.testing_override.updated_at).toISOString(),
    },
  }),
});

const inAnswers = (typed: string | null): string | null =>
  typed === null ? null : new Date(typed).toISOString();

function isInForce(
  override: ProjectRecord['testing_override'],
  now: Date,
): override is NonNullable<ProjectRecord['testing_override']> {
  if (!override?.enabled) return false;
  return override.expires_at_utc === null || new Date(override.expires_at_utc) > now;
}
