import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { STATE_PATHS } from '../rules/field-revisions.policy.js';
import { changedProfile } from '../rules/profile.policy.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { ProjectArchived, ProjectRestored } from '../projects.events.js';
import { ProjectMutations } from '../snapshot/project-mutations.service.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { ProjectSnapshots } from '../snapshot/snapshots.service.js';
import type { EditProjectRequest, MoveProjectRequest } from './lifecycle.request.js';
import { PROJECT_ACTIONS } from '../projects.audit.js';

const EDITABLE = ['display_name', 'timezone', 'lifecycle_notes', 'profile'] as const;

/** Shows, edits, archives and restores projects (projects section 5). */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly snapshots: ProjectSnapshots,
    private readonly changes: ProjectMutations,
    private readonly events: TransactionEvents,
    private readonly values: SealedValues,
  ) {}

  async show(auth: AuthContext, projectId: string): Promise<LifecycleSnapshotResponse> {
    const snapshot = await this.metadata.read(auth, (db) => this.snapshots.toSnapshot(auth, db, projectId));
    if (!snapshot) throw notFound();
    return snapshot;
  }

  /**
   * Changes the fields that were sent.
   * @throws 422 if there are none, 409 for an archived project or a stale revision
   */
  async edit(
    auth: AuthContext,
    projectId: string,
    request: EditProjectRequest,
    reservation: Reservation | null,
  ): Promise<LifecycleSnapshotResponse> {
    const { display_name: displayName, timezone, lifecycle_notes: lifecycleNotes, profile } = request;
    const fields = EDITABLE.filter((name) => request[name] !== undefined);
    if (fields.length === 0) {
      throw unprocessable({
        loc: ['body'],
        message: `must have at least one of ${EDITABLE.join(', ')}`,
        type: 'missing',
      });
    }
    return this.changes.apply(auth, projectId, reservation, {
      action: 'edit',
      revisionToken: request.revision_token,
      work: async (_tx, project) => ({
        values: {
          ...(displayName === undefined ? {} : { displayName }),
          ...(timezone === undefined ? {} : { timezone }),
          ...(lifecycleNotes === undefined ? {} : { lifecycleNotes }),
          ...(profile === undefined ? {} : { profile: changedProfile(project.profile, profile) }),
          updatedBy: auth.principal.id,
        },
        audit: { action: PROJECT_ACTIONS.updated, metadata: { fields: fields.join(',') } },
        paths: fields.map((name) => (name === 'profile' ? '/profile' : `/project/${name}`)),
      }),
    });
  }

  /**
   * Other features end their work for the project in the same transaction.
   * @throws 409 if the project is already archived, or for a stale revision
   */
  archive(
    auth: AuthContext,
    projectId: string,
    request: MoveProjectRequest,
    reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.changes.apply(auth, projectId, reservation, {
      action: 'archive',
      revisionToken: request.revision_token,
      work: async (tx, _project, archivedAt) => {
        await this.events.publish(tx, new ProjectArchived(auth, projectId, archivedAt));
        return {
          values: { archivedAt, archivedBy: auth.principal.id, ...noteOf(request) },
          audit: { action: PROJECT_ACTIONS.archived, metadata: {} },
          paths: STATE_PATHS,
        };
      },
    });
  }

  /**
   * Other features restore in the same transaction what the project needs, or refuse.
   * @throws 409 if the project is not archived, for a stale revision, or if another project has
   *   taken its numbers
   */
  async restore(
    auth: AuthContext,
    projectId: string,
    request: MoveProjectRequest,
    reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    // Listeners read and hash the published version.
    await this.values.prepare(auth);
    return this.changes.apply(auth, projectId, reservation, {
      action: 'restore',
      revisionToken: request.revision_token,
      work: async (tx, _project, restoredAt) => {
        await this.events.publish(tx, new ProjectRestored(auth, projectId));
        return {
          values: { restoredAt, restoredBy: auth.principal.id, ...noteOf(request) },
          audit: { action: PROJECT_ACTIONS.restored, metadata: {} },
          paths: STATE_PATHS,
        };
      },
    });
  }
}

const noteOf = ({ lifecycle_note: note }: MoveProjectRequest): { lifecycleNotes?: string } =>
  note === undefined ? {} : { lifecycleNotes: note };
