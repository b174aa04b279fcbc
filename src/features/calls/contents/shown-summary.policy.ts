import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';

export const SUMMARY_STATUSES = ['available', 'withheld', 'none'] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

interface ShownSummary {
  readonly summary: string | null;
  readonly status: SummaryStatus;
}

/**
 * The summary for one caller, in the form that they may see (privacy 3.3). A stored summary that
 * cannot be opened is withheld from every caller.
 * @param text the opened summary; null if there is none, it was not read, or it cannot be opened
 * @param form `safe`: only if the tripwire finds no personal data in it
 */
export function shownSummary(isStored: boolean, text: string | null, form: SummaryForm): ShownSummary {
  if (!isStored || text?.trim() === '') return { summary: null, status: 'none' };
  const isShown = form === 'stored' || (form === 'safe' && text !== null && detectPii(text) === null);
  return text !== null && isShown
    ? { summary: text, status: 'available' }
    : { summary: null, status: 'withheld' };
}
