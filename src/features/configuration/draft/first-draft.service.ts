import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { ProjectCreated } from '../../projects/projects.events.js';
import { ProjectDraftEntity, ProjectDraftSectionEntity } from '../draft.entities.js';
import { ProjectSectionEditEntity } from '../release.entities.js';

const FIRST_SECTION = 'dashboard-metadata';

/** Gives a new project its first draft (projects 4.1). */
@ListensInTransaction()
export class FirstDraft implements TransactionListener<ProjectCreated> {
  readonly event = ProjectCreated;

  async handle(
    tx: UnitOfWork,
    { projectId, displayName, timezone, createdAt, createdBy }: ProjectCreated,
  ): Promise<void> {
    const edited = { updatedAt: createdAt, updatedBy: createdBy };
    const draftEtag = newEtag();
    const first = {
      section: FIRST_SECTION,
      configuration: { display_name: displayName, timezone },
      etag: newEtag(),
    };
    await tx.repo(ProjectDraftEntity).insert({ projectId, etag: draftEtag, createdAt, ...edited });
    await tx.repo(ProjectDraftSectionEntity).insert({ projectId, ...first, ...edited });
    // The history of edits begins with it, so that a 409 can list the changes since.
    await tx.repo(ProjectSectionEditEntity).insert({
      projectId,
      ...first,
      previousEtag: null,
      draftEtag,
      changedPaths: [`/${FIRST_SECTION}`],
      editedAt: createdAt,
      editedBy: createdBy,
    });
  }
}
