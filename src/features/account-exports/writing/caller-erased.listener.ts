import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallerErased } from '../../caller-requests/caller-requests.events.js';
import { ACCOUNT_EXPORT_ACTIONS } from '../account-exports.audit.js';
import { END_BEFORE_ERASURE } from './writing.queries.js';

/** Ends exports that have data of callers who were erased since their snapshots (account-exports 2.5). */
@ListensInTransaction()
export class EndExportsOnErasure implements TransactionListener<CallerErased> {
  readonly event = CallerErased;

  async handle(tx: UnitOfWork): Promise<void> {
    const ended = await tx.query<{ export_id: string; status: string }>(END_BEFORE_ERASURE);
    for (const { export_id: exportId, status } of ended) {
      if (status !== 'expired') continue;
      await tx.auditDone(ACCOUNT_EXPORT_ACTIONS.expired, { export_id: exportId, reason: 'erasure' });
    }
  }
}
