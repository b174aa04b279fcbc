import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { lastingReason } from '../rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts, type EligibilityColumns } from '../rules/eligibility/facts-of.js';
import { CAMPAIGN_BY_ID } from '../lookup/campaign-access.queries.js';
import { SUPPRESSED_CONTACTS, WRITE_REASONS } from '../lookup/requeue-decisions.queries.js';

type SuppressedContact = EligibilityColumns & { readonly contactId: string };

/**
 * Decides again about the contacts of a locked campaign that are no longer suppressed, found by the
 * hash of their number.
 * @returns how many there are
 */
export async function requeueDecisions(
  tx: UnitOfWork,
  campaignId: string,
  phoneHash: Buffer,
  now: Date,
): Promise<number> {
  const [campaign] = await tx.query<Parameters<typeof campaignFacts>[0]>(CAMPAIGN_BY_ID, [campaignId]);
  const contacts = await tx.query<SuppressedContact>(SUPPRESSED_CONTACTS, [campaignId, phoneHash]);
  if (contacts.length === 0) return 0;
  const facts = campaignFacts(campaign!);
  const reasons = contacts.map((contact) => lastingReason(contactFacts(contact, false), facts, now));
  await tx.query(WRITE_REASONS, [campaignId, contacts.map(({ contactId }) => contactId), reasons, now]);
  return contacts.length;
}
