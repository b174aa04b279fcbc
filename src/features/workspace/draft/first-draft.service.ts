import { Injectable, OnModuleInit } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { newEtag } from '../../../core/http/new-etag.js';
import { ProjectEvents } from '../../projects/events/project-events.service.js';
import type { CreatedProject } from '../../projects/events/project-events.service.js';
import { ProjectDraftEntity, ProjectDraftSectionEntity } from '../draft.entities.js';
import { ProjectSectionEditEntity } from '../release.entities.js';

/** The section of the draft that a new project begins with. */
const FIRST_SECTION = 'dashboard-metadata';

/** Gives a new project its first draft (projects 4.1). */
@Injectable()
export class FirstDraft implements OnModuleInit {
  constructor(private readonly projects: ProjectEvents) {}

  onModuleInit(): void {
    this.projects.listen({ created: (tx, auth, project) => this.begin(tx, auth, project) });
  }

  private async begin(
    tx: UnitOfWork,
    auth: AuthContext,
    { projectId, displayName, timezone, createdAt }: CreatedProject,
  ): Promise<void> {
    const edited = { updatedAt: createdAt, updatedBy: auth.principal.id };
    const draftEtag = newEtag();
    const first = {
      section: FIRST_SECTION,
      configuration: { display_name: displayName, timezone },
      etag: newEtag(),
    };
    await tx.repo(ProjectDraftEntity).insert({ projectId, etag: draftEtag, createdAt, ...edited });
    await tx.repo(ProjectDraftSectionEntity).insert({ projectId, ...first, ...edited });
    // The history of edits begins with it, so that a 409 can say what has changed since.
    await tx.repo(ProjectSectionEditEntity).insert({
      projectId,
      ...first,
      previousEtag: null,
      draftEtag,
      changedPaths: [`/${FIRST_SECTION}`],
      editedAt: createdAt,
      editedBy: auth.principal.id,
    });
  }
}
