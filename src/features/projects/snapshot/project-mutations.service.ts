import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectEntity } from '../projects.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { revisionsAfter, staleRevision, type FieldRevisions } from '../rules/field-revisions.policy.js';
import { stateAfter, type LifecycleAction, type ProjectState } from '../rules/lifecycle.policy.js';
import { LOCK_PROJECT } from './snapshot.queries.js';
import { LifecycleSnapshotResponse } from './snapshot.response.js';
import { ProjectSnapshots } from './snapshots.service.js';
import { PROJECT_ERRORS } from '../projects.errors.js';

/** A project that is locked while the work runs. */
interface LockedProject {
  readonly lifecycle_state: ProjectState;
  readonly revision: number;
  readonly profile: Readonly<Record<string, unknown>>;
  readonly field_revisions: FieldRevisions;
}

interface ProjectMutation {
  readonly action: LifecycleAction;
  /** The revision that the caller has read; null if another check proves it. */
  readonly revisionToken: string | null;
  /** Makes the change except for the revision, and returns the changes to the project's own row. */
  readonly work: (tx: UnitOfWork, project: LockedProject, now: Date) => Promise<ChangedProject>;
}

interface ChangedProject {
  readonly values?: Partial<Omit<ProjectEntity, 'clientId' | 'dataEnv' | 'projectId' | 'revision'>>;
  readonly audit: Pick<AuditEvent, 'action' | 'metadata'>;
  /** The changed parts of the snapshot, as JSON pointers. */
  readonly paths: readonly string[];
}

/** Makes every change of a project: locks, checks, audits, and shows the result. */
@Injectable()
export class ProjectMutations {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly snapshots: ProjectSnapshots,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one change in one transaction: the work, the next revision, the audit row, and the
   * snapshot as the response.
   * @throws 404 if the project does not exist, 409 if its state does not permit the action or if
   *   the caller has read an earlier revision
   */
  apply(
    auth: AuthContext,
    projectId: string,
    reservation: Reservation | null,
    change: ProjectMutation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        const [project] = await tx.query<LockedProject>(LOCK_PROJECT, [projectId]);
        if (!project) throw notFound();
        const lifecycleState = stateAfter(project.lifecycle_state, change.action);
        if (lifecycleState === null) throw refusalOf(project.lifecycle_state);
        if (change.revisionToken !== null && change.revisionToken !== String(project.revision)) {
          throw staleRevision(change.revisionToken, project.revision, project.field_revisions);
        }
        const updatedAt = this.clock.now();
        const { values, audit, paths } = await change.work(tx, project, updatedAt);
        const revision = project.revision + 1;
        const fieldRevisions = revisionsAfter(project.field_revisions, paths, revision);
        await tx
          .repo(ProjectEntity)
          .update({ projectId }, { ...values, lifecycleState, revision, fieldRevisions, updatedAt });
        await tx.auditDone(audit.action, { project_id: projectId, revision, ...audit.metadata });
        const snapshot = await this.snapshots.toSnapshot(auth, tx, projectId);
        if (!snapshot) throw notFound();
        return tx.complete(reservation, snapshot);
      },
      { serializeBy: `project ${projectId}` },
    );
  }
}

/** An archived project can only be restored. */
const refusalOf = (state: ProjectState): PlatformError =>
  new PlatformError(state === 'archived' ? PROJECT_ERRORS.archived : PROJECT_ERRORS.notArchived);
