import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { ProjectEntity } from '../projects.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PUBLISHED_PATHS, revisionsAfter } from '../rules/field-revisions.policy.js';
import { stateAfter, type ProjectState } from '../rules/lifecycle.policy.js';
import { PROJECT_ERRORS } from '../projects.errors.js';

/** The current state of a project under the lock that the transaction holds. */
interface LockedProject {
  readonly projectId: string;
  readonly lifecycleState: ProjectState;
  readonly revision: number;
}

/** Changes the project's own row when a version is published (projects 5.1, 5.3). */
@Injectable()
export class ProjectPublication {
  /**
   * Makes the version the published one, the project active, and its revision the next.
   * @throws 409 for an archived project
   */
  async publish(
    tx: UnitOfWork,
    auth: AuthContext,
    { projectId, lifecycleState, revision }: LockedProject,
    version: { readonly versionNumber: number; readonly publishedAt: Date },
  ): Promise<void> {
    const next = stateAfter(lifecycleState, 'publish');
    if (next === null) throw new PlatformError(PROJECT_ERRORS.archived);
    const published = revisionsAfter({}, PUBLISHED_PATHS, revision + 1);
    await tx.repo(ProjectEntity).update(
      { projectId },
      {
        lifecycleState: next,
        revision: revision + 1,
        // Written in place: the publishing transaction has locked the row, and has not read this
        // column.
        fieldRevisions: () => `field_revisions || '${JSON.stringify(published)}'::jsonb`,
        latestPublishedVersion: version.versionNumber,
        updatedAt: version.publishedAt,
        updatedBy: auth.principal.id,
      },
    );
  }
}
