import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectArchived } from '../../projects/projects.events.js';
import { ProjectTestCallEntity } from '../assistant-tests.entities.js';

/**
 * Fails waiting test calls when their project is archived: they must not start if it is restored.
 */
@ListensInTransaction()
export class FailTestCallsOnProjectArchived implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  constructor(private readonly clock: Clock) {}

  async handle(tx: UnitOfWork, { projectId }: ProjectArchived): Promise<void> {
    await tx
      .repo(ProjectTestCallEntity)
      .update(
        { projectId, status: 'queued' },
        { status: 'expired', failureReason: 'project_archived', endedAt: this.clock.now() },
      );
  }
}
