import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { LOCK_CAMPAIGN } from '../lookup/campaign-access.queries.js';
import type { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CLOSE_BATCH, END_CLOSING } from '../lookup/campaign-status.queries.js';
import { CONTACTS_TO_CLOSE, enqueueClosing } from '../lookup/enqueue-closing.js';
import { AT_ONCE, closingOf } from '../rules/closing.policy.js';

type Campaign = Awaited<ReturnType<CampaignAccess['lock']>>;

/**
 * Closes the contacts of finished campaigns, one batch per transaction (campaigns 9.9). A batch,
 * its end and the work item of the next one commit together, so it continues after a crash. Readers
 * see all contacts as closed from the end of the campaign.
 */
@HandlesWork()
export class ClosingContacts implements WorkHandler<{ campaign_id: string; after: string }> {
  readonly kind = CONTACTS_TO_CLOSE;

  async work(lease: WorkLease<{ campaign_id: string; after: string }>): Promise<void> {
    await lease.finish(async (tx) => {
      for (const { payload } of lease.items) await closeBatch(tx, payload.campaign_id, payload.after);
    });
  }
}

async function closeBatch(tx: StoreReader, campaignId: string, after: string): Promise<void> {
  const [campaign] = await tx.query<Campaign>(LOCK_CAMPAIGN, [campaignId]);
  const closing = campaign?.isClosing === true ? closingOf(campaign.status) : null;
  if (closing === null) return;
  const { others, suppressed } = closing;
  const values = [campaignId, others, suppressed, campaign!.statusChangedAt, after, AT_ONCE];
  const [batch] = await tx.query<{ endedAt: string }>(CLOSE_BATCH, values);
  if (batch) await enqueueClosing(tx, campaignId, batch.endedAt);
  else await tx.query(END_CLOSING, [campaignId]);
}
