import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectAssignmentEntity, ProjectEntity } from '../projects.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { ProjectCreated } from '../projects.events.js';
import { PROJECT_SETTINGS } from '../projects.settings.js';
import { FIRST_STATE } from '../rules/lifecycle.policy.js';
import { changedProfile } from '../rules/profile.policy.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { ProjectSnapshots } from '../snapshot/snapshots.service.js';
import { PROJECT_COUNT, TAKE_PROJECT_TURN } from './create.queries.js';
import type { CreateProjectRequest } from './create.request.js';
import { BASE32, projectIdOf, SUFFIX_LENGTH } from './project-id.policy.js';
import { PROJECT_ERRORS } from '../projects.errors.js';
import { PROJECT_ACTIONS } from '../projects.audit.js';

/** Creates projects (projects section 4). */
@Injectable()
export class CreateProjectService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly snapshots: ProjectSnapshots,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a project with its first draft; a signed-in creator is assigned to it.
   * @throws 404 for another client, 409 if the client has reached its limit
   */
  async create(
    auth: AuthContext,
    request: CreateProjectRequest,
    reservation: Reservation | null,
  ): Promise<LifecycleSnapshotResponse> {
    if (request.managed_client_id !== auth.clientId) throw notFound();
    const projectId = projectIdOf(auth.clientId, request.display_name, randomSuffix());
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await this.requireRoom(tx);
        await this.insert(auth, tx, projectId, request);
        await tx.auditDone(PROJECT_ACTIONS.created, { project_id: projectId, revision: 1 });
        const snapshot = await this.snapshots.toSnapshot(auth, tx, projectId);
        if (!snapshot) throw notFound();
        return tx.complete(reservation, snapshot);
      },
      { serializeBy: 'projects' },
    );
  }

  /** Archived projects count; otherwise repeated creating and archiving would bypass the limit. */
  private async requireRoom(tx: UnitOfWork): Promise<void> {
    // Two statements: the second one sees what was committed while the first one waited.
    await tx.query(TAKE_PROJECT_TURN);
    const [row] = await tx.query<{ projects: number }>(PROJECT_COUNT);
    const { MAX_PROJECTS: limit } = settingsOf(this.settings, PROJECT_SETTINGS);
    if (row!.projects < limit) return;
    throw new PlatformError(PROJECT_ERRORS.limit, {
      message:
        `The client may have ${limit} projects in this environment, archived ones included, and has ` +
        'reached the limit. Restore an archived one, or ask the operator of the platform for a higher ' +
        'limit.',
    });
  }

  private async insert(
    auth: AuthContext,
    tx: UnitOfWork,
    projectId: string,
    { display_name: displayName, timezone, profile }: CreateProjectRequest,
  ): Promise<void> {
    const now = this.clock.now();
    const actor = auth.principal.id;
    await tx.repo(ProjectEntity).insert({
      projectId,
      displayName,
      timezone,
      profile: changedProfile({}, profile),
      lifecycleState: FIRST_STATE,
      createdAt: now,
      createdBy: actor,
      updatedAt: now,
    });
    await this.events.publish(tx, new ProjectCreated(projectId, displayName, timezone, now, actor));
    if (auth.principal.kind !== 'bearer') return;
    await tx.repo(ProjectAssignmentEntity).insert({
      projectId,
      memberId: actor,
      roleVisibility: 'manage',
      assignedBy: actor,
      createdAt: now,
    });
  }
}

const randomSuffix = (): string =>
  Array.from({ length: SUFFIX_LENGTH }, () => BASE32[randomInt(BASE32.length)]).join('');
