import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';

export const NOTE_STATUSES = ['available', 'withheld', 'none'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

/** Note and tags of a follow-up in plain text. */
export interface FollowUpContents {
  readonly note: string | null;
  readonly tags: readonly string[];
}

export const NO_CONTENTS: FollowUpContents = { note: null, tags: [] };

/**
 * A note for one caller, shown by the rules for summaries (follow-up 2.4; privacy 3.3).
 * @param note null if there is none; undefined if it cannot be opened
 */
export function shownNote(
  note: string | null | undefined,
  form: SummaryForm,
): { readonly note: string | null; readonly note_status: NoteStatus } {
  if (note === null) return { note: null, note_status: 'none' };
  const isShown = form === 'stored' || (form === 'safe' && note !== undefined && detectPii(note) === null);
  return note !== undefined && isShown
    ? { note, note_status: 'available' }
    : { note: null, note_status: 'withheld' };
}

/** Whether a caller may replace this note: only if they may see it. */
export const mayWriteNote = (present: string | null | undefined, form: SummaryForm): boolean =>
  form !== 'none' && shownNote(present, form).note_status !== 'withheld';

/** @param revision 0 if nothing was ever saved */
export const followUpEtag = (revision: number): string => String(revision);
