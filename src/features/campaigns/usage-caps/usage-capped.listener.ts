import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { UsageCapped } from '../../billing/billing.events.js';
import { PAUSE_CAPPED } from './capped-campaigns.job.js';

/** Pauses campaigns while usage is capped: they are in another store. */
@ListensInTransaction()
export class PauseCampaignsOnUsageCapped implements TransactionListener<UsageCapped> {
  readonly event = UsageCapped;

  handle(tx: UnitOfWork, { auth, projectIds }: UsageCapped): Promise<void> {
    const { clientId, dataEnv } = auth;
    return tx.enqueue(PAUSE_CAPPED, { clientId, dataEnv, projectIds });
  }
}
