import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** Before every contact. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/** Work: an ended campaign has contacts to close, after the named one. */
export const CONTACTS_TO_CLOSE = workKind<{ campaign_id: string; after: string }>('outbound-campaign.close', {
  ...OWED,
  // A batch takes a second or two on a busy store.
  leaseMs: 120_000,
  concurrency: 2,
});

/** Enqueues the next batch. */
export const enqueueClosing = (
  tx: Pick<UnitOfWork, 'query'>,
  campaignId: string,
  after: string = FIRST,
): Promise<void> =>
  enqueueWork(tx, CONTACTS_TO_CLOSE, [{ key: campaignId, payload: { campaign_id: campaignId, after } }]);
