import { holdsPersonalData } from '../../../core/privacy/pii-tripwire.policy.js';

export const SUMMARY_STATUSES = ['available', 'withheld', 'none'] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

/** A summary as one caller sees it. */
interface ShownSummary {
  readonly summary: string | null;
  readonly status: SummaryStatus;
}

/**
 * The summary for one caller: as it is stored with permission, else only where the tripwire finds no personal data
 * in it (contract, global rule 5). What is stored and does not open is withheld from everybody.
 * @param text the opened summary; null when there is none, or when it does not open
 */
export function shownSummary(isStored: boolean, text: string | null, isPermitted: boolean): ShownSummary {
  if (!isStored || text?.trim() === '') return { summary: null, status: 'none' };
  const isShown = text !== null && (isPermitted || holdsPersonalData(text) === null);
  return isShown ? { summary: text, status: 'available' } : { summary: null, status: 'withheld' };
}
