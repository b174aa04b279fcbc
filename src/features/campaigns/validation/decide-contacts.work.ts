import { Injectable } from '@nestjs/common';
import { Cooperative } from '../../../core/shared/cooperative.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { LOCK_CAMPAIGN } from '../lookup/campaign-access.queries.js';
import type { CampaignAccess } from '../lookup/campaign-access.service.js';
import { WRITE_REASONS } from '../lookup/requeue-decisions.queries.js';
import { CONTACTS_TO_DECIDE, enqueueDecisions, type DecisionBatch } from './enqueue-decisions.js';
import { CAMPAIGN_DUE } from '../lookup/enqueue-schedules.js';
import type { CampaignFacts } from '../rules/eligibility/contact-facts.js';
import { lastingReason } from '../rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts, type EligibilityColumns } from '../rules/eligibility/facts-of.js';
import { CONTACTS_BATCH, END_DECIDING } from './contact-groups.queries.js';

/** Contacts of a batch: a few hundred kilobytes. */
const BATCH = 1_000;

type Campaign = Awaited<ReturnType<CampaignAccess['lock']>>;

type DecidedRow = EligibilityColumns & {
  readonly contactId: string;
  readonly reason: string | null;
  readonly isOver: boolean;
};

/**
 * Writes the reasons found by a validation to the contacts of a large campaign, one batch per
 * transaction (campaigns 6.6). Each contact is decided by its row at that time. A batch and the
 * work item of the next one commit together, so it continues after a crash.
 */
@Injectable()
@HandlesWork()
export class DecideContacts implements WorkHandler<DecisionBatch> {
  readonly kind = CONTACTS_TO_DECIDE;

  constructor(private readonly clock: Clock) {}

  async work(lease: WorkLease<DecisionBatch>): Promise<void> {
    await lease.finish(async (tx) => {
      for (const { payload } of lease.items) await this.decideBatch(tx, payload);
    });
  }

  private async decideBatch(tx: StoreReader, batch: DecisionBatch): Promise<void> {
    const { campaign_id: campaignId } = batch;
    const [campaign] = await tx.query<Campaign>(LOCK_CAMPAIGN, [campaignId]);
    // Superseded, or its campaign has ended, which closes the contacts.
    if (campaign?.decidingSince?.getTime() !== batch.since) return;
    const contacts = await tx.query<DecidedRow>(CONTACTS_BATCH, [campaignId, batch.after, BATCH]);
    const changed = await changedOf(contacts, campaignFacts(campaign), new Date(batch.at));
    if (changed.length > 0) {
      const ids = changed.map(({ contactId }) => contactId);
      const reasons = changed.map(({ reason }) => reason);
      await tx.query(WRITE_REASONS, [campaignId, ids, reasons, this.clock.now()]);
    }
    if (contacts.length === BATCH)
      return enqueueDecisions(tx, { ...batch, after: contacts.at(-1)!.contactId });
    await tx.query(END_DECIDING, [campaignId]);
    await enqueueWork(tx, CAMPAIGN_DUE, [{ key: campaignId, payload: { campaign_id: campaignId } }]);
  }
}

/** The contacts whose stored reason differs from the lasting one. */
async function changedOf(contacts: readonly DecidedRow[], campaign: CampaignFacts, at: Date) {
  const slices = new Cooperative();
  const changed: { readonly contactId: string; readonly reason: string | null }[] = [];
  for (const contact of contacts) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    if (contact.isOver) continue;
    // Every change of suppressions updates the contact's reason too.
    const reason = lastingReason(contactFacts(contact, contact.reason === 'dnc'), campaign, at);
    if (reason !== contact.reason) changed.push({ contactId: contact.contactId, reason });
  }
  return changed;
}
