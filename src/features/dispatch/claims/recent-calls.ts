import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { CALLED_BY_OTHERS } from '../../campaigns/lookup/busy-numbers.queries.js';
import type { RecentCall } from '../../campaigns/rules/eligibility/contact-facts.js';

interface CalledRow extends RecentCall {
  /** Counted from 1. */
  readonly place: number;
}

/**
 * The newest call of each contact's number by another campaign of the client (campaigns 5.19).
 * @returns in the order of the contacts; null where there was none
 */
export async function recentCallsOf(
  db: StoreReader,
  contacts: readonly { readonly campaignId: string; readonly phoneHash: Buffer }[],
): Promise<readonly (RecentCall | null)[]> {
  if (contacts.length === 0) return [];
  const campaigns = contacts.map(({ campaignId }) => campaignId);
  const hashes = contacts.map(({ phoneHash }) => phoneHash);
  const rows = await db.query<CalledRow>(CALLED_BY_OTHERS, [campaigns, hashes]);
  const found = new Map(rows.map(({ place, at, pauseEndsAt }) => [place, { at, pauseEndsAt }]));
  return contacts.map((_, index) => found.get(index + 1) ?? null);
}
