import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectArchived } from '../../projects/projects.events.js';
import { STOP_DIALLING } from './archived-projects.job.js';

/** Enqueues a job, because campaigns and calls are in another store than the project. */
@ListensInTransaction()
export class StopDiallingOnProjectArchived implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  handle(tx: UnitOfWork, { auth, projectId, archivedAt }: ProjectArchived): Promise<void> {
    const { clientId, dataEnv } = auth;
    return tx.enqueue(STOP_DIALLING, { clientId, dataEnv, projectId, archivedAt: archivedAt.toISOString() });
  }
}
