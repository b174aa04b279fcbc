import { useDraft } from './draft';

/** What a form edits, and the etag of the state that it comes from. */
export interface Saved<Values> {
  readonly values: Values;
  readonly etag: string;
}

export interface Edited<Values> {
  readonly values: Values;
  readonly saved: Saved<Values>;
  readonly isChanged: boolean;
  /** Somebody else has saved since the editing began: both sides have to be shown. */
  readonly isStale: boolean;
  readonly set: (change: Partial<Values>) => void;
  readonly discard: () => void;
}

const NOTHING = {};

/**
 * Edits something that is saved as a whole under a guard. What was edited outlives a sign-in, and what others save meanwhile; what is
 * sent names the etag of `saved`, which the person has on the screen.
 * @param name of the form and of what it is about
 */
export function useEdited<Values extends object>(name: string, saved: Saved<Values>): Edited<Values> {
  const draft = useDraft<{ readonly mine?: Values; readonly etag?: string }>(name, NOTHING);
  const { mine, etag = saved.etag } = draft.values;
  const values = mine ?? saved.values;
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved.values);
  return {
    values,
    saved,
    isChanged,
    isStale: isChanged && etag !== saved.etag,
    set: (change) => draft.set({ mine: { ...values, ...change }, etag: mine ? etag : saved.etag }),
    discard: draft.clear,
  };
}
