import { mapCooperatively } from '../../../core/shared/cooperative.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CALLED_BY_OTHERS } from '../../campaigns/lookup/busy-numbers.queries.js';
import { enqueueSchedulesOf } from '../../campaigns/lookup/enqueue-schedules.js';
import { suppressedAmong } from '../../campaigns/lookup/suppressed-numbers.js';
import type { RecentCall } from '../../campaigns/rules/eligibility/contact-facts.js';
import { decideContact, storedReason } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '../../campaigns/rules/eligibility/facts-of.js';
import type { WashedCampaign } from '../../campaigns/rules/eligibility/lapse.policy.js';
import type { Candidate, ClaimedContact, DialledCampaign } from '../rules/candidate.js';
import { CAMPAIGNS_TO_DIAL, CLAIM_CONTACTS, RESCHEDULE } from '../lookup/claim.queries.js';

// When the calling hours end, all contacts of a campaign must be rescheduled. This many rounds
// limit one request; the next one continues.
export const MAX_ROUNDS = 6;

export interface RunningCampaign extends WashedCampaign {
  readonly campaignId: string;
  readonly projectId: string;
  readonly priority: number;
}

/**
 * Chooses at most `max` due contacts that may be called now, and locks them until the transaction
 * ends (dispatch section 2). Campaigns with a higher priority come first, those with the same
 * priority in equal shares. Contacts that may not be called now are rescheduled, or marked as not
 * callable. If several contacts have one number, the first is chosen, and the others stay unchanged.
 * @param running campaigns to choose from, in the order of their priorities
 * @param numbers hashes of the numbers chosen so far by the claim; the function adds to them
 */
export async function chooseContacts(
  tx: UnitOfWork,
  running: readonly RunningCampaign[],
  max: number,
  now: Date,
  numbers: Set<string>,
): Promise<Candidate[]> {
  const chosen: Candidate[] = [];
  const seen: string[] = [];
  const campaigns = new Map<string, DialledCampaign>();
  let rounds = 0;
  for (const level of levelsOf(running)) {
    let open = level;
    while (open.length > 0 && chosen.length < max && rounds < MAX_ROUNDS) {
      rounds += 1;
      const wanted = max - chosen.length;
      const turn = open.slice(0, wanted);
      const quota = Math.ceil(wanted / turn.length);
      const claimed = await tx.query<ClaimedContact>(CLAIM_CONTACTS, [turn, quota, now, seen]);
      seen.push(...claimed.map(({ contactId }) => contactId));
      await loadCampaigns(tx, campaigns, claimed);
      const callable = await decide(tx, campaigns, claimed, now);
      chosen.push(...callable.filter(({ contact }) => isFirst(numbers, contact)));
      const counts = Map.groupBy(claimed, ({ campaignId }) => campaignId);
      const isThrough = (id: string): boolean => (counts.get(id)?.length ?? 0) < quota;
      open = open.filter((id) => !(turn.includes(id) && isThrough(id)));
    }
  }
  return chosen.slice(0, max);
}

/**
 * Campaigns by priority; those with the same priority are in random order, so that none always
 * comes first.
 */
function levelsOf(running: readonly RunningCampaign[]): string[][] {
  const levels = Map.groupBy(running, ({ priority }) => priority);
  return [...levels.values()].map((level) => shuffled(level.map(({ campaignId }) => campaignId)));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Adds the number; false if it is already in the set. */
function isFirst(numbers: Set<string>, { phoneHash }: ClaimedContact): boolean {
  const before = numbers.size;
  return numbers.add(phoneHash.toString('hex')).size > before;
}

async function loadCampaigns(
  tx: UnitOfWork,
  known: Map<string, DialledCampaign>,
  claimed: readonly ClaimedContact[],
): Promise<void> {
  const missing = new Set(claimed.map(({ campaignId }) => campaignId).filter((id) => !known.has(id)));
  if (missing.size === 0) return;
  const rows = await tx.query<DialledCampaign>(CAMPAIGNS_TO_DIAL, [[...missing]]);
  for (const row of rows) known.set(row.campaignId, row);
}

/** @returns those that may be called now; the others are rescheduled */
async function decide(
  tx: UnitOfWork,
  campaigns: ReadonlyMap<string, DialledCampaign>,
  claimed: readonly ClaimedContact[],
  now: Date,
): Promise<Candidate[]> {
  const suppressed = await suppressedIn(tx, campaigns, claimed);
  const recentCalls = await recentCallsOf(tx, claimed);
  const decideOne = (contact: ClaimedContact, index: number): Candidate => {
    const campaign = campaigns.get(contact.campaignId)!;
    const isSuppressed = suppressed.get(campaign.projectId)!.has(contact.phoneHash.toString('hex'));
    const facts = contactFacts(contact, isSuppressed, recentCalls[index] ?? null);
    return { contact, campaign, decision: decideContact(facts, campaignFacts(campaign), now) };
  };
  const decided = await mapCooperatively(claimed, decideOne);
  await putOff(
    tx,
    decided.filter(({ decision }) => !decision.callable),
    now,
  );
  return decided.filter(({ decision }) => decision.callable);
}

async function suppressedIn(
  tx: UnitOfWork,
  campaigns: ReadonlyMap<string, DialledCampaign>,
  claimed: readonly ClaimedContact[],
): Promise<Map<string, ReadonlySet<string>>> {
  const byProject = Map.groupBy(claimed, ({ campaignId }) => campaigns.get(campaignId)!.projectId);
  const found = new Map<string, ReadonlySet<string>>();
  for (const [projectId, contacts] of byProject) {
    const hashes = contacts.map(({ phoneHash }) => phoneHash);
    found.set(projectId, await suppressedAmong(tx, projectId, hashes));
  }
  return found;
}

/**
 * How far ahead to look for permitted hours (campaigns 5.17); a change of the clocks may add some.
 */
const LOOK_AGAIN_MS = 14 * DAY_MS;

/**
 * When a contact is due again if only a recent call, the hour or the day prevents its call; null
 * for other reasons.
 */
function dueAgainAt({ decision }: Candidate, now: Date): Date | null {
  if (storedReason(decision) !== null) return null;
  return decision.deferredUntil ?? new Date(now.getTime() + LOOK_AGAIN_MS);
}

async function putOff(tx: UnitOfWork, refused: readonly Candidate[], now: Date): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(RESCHEDULE, [
    refused.map(({ contact }) => contact.campaignId),
    refused.map(({ contact }) => contact.contactId),
    refused.map((it) => dueAgainAt(it, now)),
    refused.map(({ decision }) => storedReason(decision)),
    now,
  ]);
  const ended = refused.filter(({ decision }) => storedReason(decision) !== null);
  await enqueueSchedules(tx, ended);
}

/**
 * Contacts that are no longer called may have been the last ones of their campaigns (campaigns
 * 9.7).
 */
export const enqueueSchedules = (tx: UnitOfWork, ended: readonly Candidate[]): Promise<void> =>
  enqueueSchedulesOf(tx, [...new Set(ended.map(({ contact }) => contact.campaignId))]);

interface CalledRow extends RecentCall {
  /** Counted from 1. */
  readonly place: number;
}

/**
 * The newest call of each contact's number by another campaign of the client (campaigns 5.19).
 * @returns in the order of the contacts; null if there was none
 */
async function recentCallsOf(
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
