import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { notFound } from '../../../core/errors/platform-error.js';
import type { Reservation } from '../../../core/idempotency/reservation.js';
import {
  ProjectDraftEntity,
  ProjectDraftSectionEntity,
} from '../../../core/metadata/entities/project-draft.entities.js';
import { ProjectAssignmentEntity, ProjectEntity } from '../../../core/metadata/entities/project.entities.js';
import type { MetadataTransaction } from '../../../core/metadata/metadata-store.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { FIRST_STATE } from '../rules/lifecycle.policy.js';
import { changedProfile } from '../rules/profile.policy.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { ProjectSnapshots } from '../snapshot/snapshots.service.js';
import type { CreateProjectRequest } from './create.request.js';
import { BASE32, projectIdOf, SUFFIX_LENGTH } from './project-id.policy.js';

/** The section of the draft that a new project begins with. */
const FIRST_SECTION = 'dashboard-metadata';

/** Makes projects (contract, "Projects" and "Project lifecycle"). */
@Injectable()
export class CreateProjectService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly snapshots: ProjectSnapshots,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a project with its first draft; a signed-in creator is assigned to it.
   * @throws 404 when it is to be another client's
   */
  async create(
    auth: AuthContext,
    request: CreateProjectRequest,
    reservation: Reservation | null,
  ): Promise<LifecycleSnapshotResponse> {
    if (request.managed_client_id !== auth.clientId) throw notFound();
    const projectId = projectIdOf(auth.clientId, request.display_name, randomSuffix());
    return this.metadata.transaction(auth, async (tx) => {
      await this.insert(auth, tx, projectId, request);
      await tx.audit({
        action: 'project.created',
        outcome: 'success',
        metadata: { project_id: projectId, revision: 1 },
      });
      const snapshot = await this.snapshots.take(auth, tx, projectId);
      if (!snapshot) throw notFound();
      return tx.complete(reservation, snapshot);
    });
  }

  private async insert(
    auth: AuthContext,
    tx: MetadataTransaction,
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
    const edited = { updatedAt: now, updatedBy: actor };
    await tx.repo(ProjectDraftEntity).insert({ projectId, etag: randomUUID(), createdAt: now, ...edited });
    await tx.repo(ProjectDraftSectionEntity).insert({
      projectId,
      section: FIRST_SECTION,
      configuration: { display_name: displayName, timezone },
      etag: randomUUID(),
      ...edited,
    });
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
