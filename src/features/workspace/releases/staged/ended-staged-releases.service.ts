import { Injectable } from '@nestjs/common';
import { ListensInTransaction } from '../../../../core/events/listener.js';
import type { TransactionListener } from '../../../../core/events/listener.js';
import type { UnitOfWork } from '../../../../core/kernel/unit-of-work.js';
import { ProjectArchived } from '../../../projects/projects.events.js';
import { ProjectStagedReleaseEntity } from '../../staged-release.entities.js';

/** Takes a staged release back when its project is archived: a restored project begins with what is published. */
@ListensInTransaction()
@Injectable()
export class EndedStagedReleases implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  async heard(tx: UnitOfWork, { projectId, archivedAt }: ProjectArchived): Promise<void> {
    await tx
      .repo(ProjectStagedReleaseEntity)
      .update({ projectId, state: 'active' }, { state: 'taken_back', endedAt: archivedAt });
  }
}
