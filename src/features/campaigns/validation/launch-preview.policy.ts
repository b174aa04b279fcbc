import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { lapsedUntil } from '../rules/eligibility/consent.policy.js';
import type { CampaignFacts, ContactFacts } from '../rules/eligibility/contact-facts.js';
import { decideContact, storedReason } from '../rules/eligibility/decide-contact.policy.js';
import { washLapse, type WashedCampaign } from '../rules/eligibility/lapse.policy.js';
import { washMaxAgeMs } from '../rules/eligibility/registry.policy.js';
import type { NotCallableReason } from '../rules/statuses.js';

/**
 * All zones differ from UTC by multiples of a quarter of an hour, so permitted hours begin at one.
 */
const QUARTER_MS = HOUR_MS / 4;

/** The hours of a preview, in UTC; the first one is the hour of the launch. */
export interface PreviewWindow {
  readonly launchAt: Date;
  readonly firstHourAt: Date;
  readonly hours: number;
}

export function windowFrom(launchAt: Date, hours: number): PreviewWindow {
  const firstHourAt = new Date(Math.floor(launchAt.getTime() / HOUR_MS) * HOUR_MS);
  return { launchAt, firstHourAt, hours };
}

export const endOf = ({ firstHourAt, hours }: PreviewWindow): Date =>
  new Date(firstHourAt.getTime() + hours * HOUR_MS);

/**
 * The boundaries between which a contact's instants have the same effect throughout the window, in
 * ascending order: `lapsed` for ends, `stale` for checks of the register, `given` for express
 * consent. A boundary belongs to the interval before it, and instants are stored to the
 * millisecond.
 */
export function bordersOfWindow(
  window: PreviewWindow,
  { compliance }: Pick<CampaignFacts, 'compliance'>,
): { readonly lapsed: Date[]; readonly stale: Date[]; readonly given: Date[] } {
  const start = window.launchAt.getTime();
  const firstQuarter = Math.floor(start / QUARTER_MS) + 1;
  const quarters = Math.floor(endOf(window).getTime() / QUARTER_MS) - firstQuarter + 1;
  const instants = [start, ...Array.from({ length: quarters }, (_, i) => (firstQuarter + i) * QUARTER_MS)];
  const behind = (at: number): Date => new Date(at + 1);
  return {
    lapsed: instants.map(behind),
    stale: instants.map((at) => behind(at - washMaxAgeMs(compliance))),
    given: instants.map((at) => behind(lapsedUntil(at))),
  };
}

const isOver = ({ scheduleEndAt }: CampaignFacts, at: Date): boolean =>
  scheduleEndAt !== null && scheduleEndAt <= at;

/** The hours of the window in which a contact may be called. */
export interface HoursOfContact {
  /** Counted from 0. */
  readonly hours: readonly number[];
  /**
   * Without such hours: why the contact is not called at all, or `called_recently`; null: its first
   * hour is after the window.
   */
  readonly reason: NotCallableReason | null;
}

/**
 * The hours in which a contact would be leased if it was not called before (campaigns 6.7): decided
 * as for each lease, at the launch, when it is due, and at the first permitted instant of each
 * hour. A permanent reason ends the contact's part in the campaign, as in dialling.
 * @param due when it is due; at the launch if that is later
 */
export function hoursOfContact(
  contact: ContactFacts,
  due: Date,
  campaign: CampaignFacts,
  wash: WashedCampaign,
  window: PreviewWindow,
): HoursOfContact {
  const endMs = endOf(window).getTime();
  const firstMs = window.firstHourAt.getTime();
  const dueMs = due.getTime();
  const hours: number[] = [];
  let atMs = window.launchAt.getTime();
  let waitsFor: NotCallableReason | null = null;
  for (;;) {
    const at = new Date(atMs);
    if (atMs >= endMs) {
      const isMissed = hours.length === 0 && isOver(campaign, at);
      return { hours, reason: isMissed ? 'campaign_closed' : hours.length === 0 ? waitsFor : null };
    }
    const decision = decideContact(contact, campaign, at);
    const lasting = storedReason(decision) ?? washLapse(wash, at);
    if (lasting !== null) return { hours, reason: hours.length === 0 ? lasting : null };
    if (atMs < dueMs) {
      atMs = dueMs;
      continue;
    }
    if (decision.callable) {
      const hour = Math.floor((atMs - firstMs) / HOUR_MS);
      hours.push(hour);
      atMs = firstMs + (hour + 1) * HOUR_MS;
      continue;
    }
    if (decision.deferredUntil === null) return { hours, reason: null };
    if (decision.reason === 'called_recently') waitsFor = decision.reason;
    atMs = decision.deferredUntil.getTime();
  }
}
