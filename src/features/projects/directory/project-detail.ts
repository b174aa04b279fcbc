import type { LegacyProjectRecord } from '../rules/legacy-project.js';
import type { ProjectDetailResponse } from './directory.response.js';

/** A project as the directory's statements read it: enough for either model. */
export interface ProjectRecord extends LegacyProjectRecord {
  readonly created_by: string;
  readonly latest_published_version: number | null;
  /** Null where there is no draft. */
  readonly draft_etag: string | null;
  /** Null where test calls run with what is configured. */
  readonly testing_override: {
    readonly enabled: boolean;
    readonly expires_at_utc: string | null;
    /** As PostgreSQL writes an instant into JSON. */
    readonly updated_at: string;
  } | null;
}

/** Contract, "Project detail". */
export const toProjectDetail = (record: ProjectRecord): ProjectDetailResponse => ({
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
  ...(record.testing_override && {
    testing_override_summary: {
      ...record.testing_override,
      updated_at: new Date(record.testing_override.updated_at).toISOString(),
    },
  }),
});
