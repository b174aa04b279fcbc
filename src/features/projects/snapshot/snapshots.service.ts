import { Injectable } from '@nestjs/common';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import type { ProjectState } from '../rules/lifecycle.policy.js';
import { managedOrganisation, permissionsOf } from '../rules/permissions.policy.js';
import { shownProfile } from '../rules/profile.policy.js';
import { PROJECT_SNAPSHOT } from './snapshot.queries.js';
import { LifecycleSnapshotResponse, type RoleVisibility } from './snapshot.response.js';

interface SnapshotRow {
  project_id: string;
  client_id: string;
  display_name: string;
  timezone: string;
  lifecycle_state: ProjectState;
  revision: number;
  lifecycle_notes: string | null;
  profile: Record<string, unknown>;
  latest_published_version: number | null;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  updated_by: string | null;
  archived_at: Date | null;
  archived_by: string | null;
  restored_at: Date | null;
  restored_by: string | null;
  has_draft: boolean;
  assignments: AssignmentRow[];
  available_members: { member_id: string; display_name: string; role: string }[] | null;
}

interface AssignmentRow {
  assignment_id: string;
  member_id: string;
  display_name: string;
  role_visibility: RoleVisibility;
  assignment_note: string | null;
  assigned_by: string;
  /** An instant as written by PostgreSQL in JSON. */
  created_at: string;
  revision: number;
}

/** The only place that creates lifecycle snapshots (projects section 3). */
@Injectable()
export class ProjectSnapshots {
  constructor(private readonly clock: Clock) {}

  /**
   * The project as the caller sees it. Guards have decided that the caller may see it.
   * @param db inside a transaction, so that the snapshot includes its changes
   * @returns null if there is no such project
   */
  async toSnapshot(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
  ): Promise<LifecycleSnapshotResponse | null> {
    const [row] = await db.query<SnapshotRow>(PROJECT_SNAPSHOT, [
      projectId,
      managedOrganisation(auth),
      organisationOf(auth),
    ]);
    if (!row) return null;
    return {
      project: projectOf(row),
      profile: shownProfile(row.profile),
      permissions: permissionsOf(auth, row.lifecycle_state),
      assignments: row.assignments.map(assignmentOf),
      available_members: row.available_members,
      updated_at: this.clock.now().toISOString(),
    };
  }
}

const projectOf = (row: SnapshotRow): LifecycleSnapshotResponse['project'] => ({
  project_id: row.project_id,
  client_id: row.client_id,
  display_name: row.display_name,
  timezone: row.timezone,
  lifecycle_state: row.lifecycle_state,
  revision_token: String(row.revision),
  latest_published_version: row.latest_published_version,
  draft_status: row.has_draft ? 'draft' : 'none',
  publish_status: row.latest_published_version === null ? 'not_published' : 'published',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  created_by: row.created_by,
  ...once('lifecycle_notes', row.lifecycle_notes),
  ...once('updated_by', row.updated_by),
  ...once('archived_at', row.archived_at?.toISOString()),
  ...once('archived_by', row.archived_by),
  ...once('restored_at', row.restored_at?.toISOString()),
  ...once('restored_by', row.restored_by),
});

/** A field that is present once it has had a value. */
const once = <K extends string>(name: K, value: string | null | undefined): Partial<Record<K, string>> =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<K, string>);

const assignmentOf = ({ revision, created_at, ...row }: AssignmentRow) => ({
  ...row,
  created_at: new Date(created_at).toISOString(),
  assignment_revision_token: String(revision),
});
