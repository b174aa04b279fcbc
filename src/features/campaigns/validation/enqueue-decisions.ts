import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** The remaining work of a validation: instants in Unix milliseconds. */
export interface DecisionBatch {
  readonly campaign_id: string;
  /** The validation, identified by its instant; a later one processes all contacts itself. */
  readonly since: number;
  /** The instant for which it decides. */
  readonly at: number;
  /** Contacts after this one. */
  readonly after: string;
}

/** Contacts of a campaign still lack the reasons found by a validation. */
export const CONTACTS_TO_DECIDE = workKind<DecisionBatch>('outbound-campaign.decide', {
  ...OWED,
  // A batch takes a second or two on a busy store.
  leaseMs: 120_000,
  concurrency: 2,
});

/** Enqueues the next batch. */
export const enqueueDecisions = (tx: Pick<UnitOfWork, 'query'>, payload: DecisionBatch): Promise<void> =>
  enqueueWork(tx, CONTACTS_TO_DECIDE, [{ key: payload.campaign_id, payload }]);
