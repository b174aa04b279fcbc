import { useDraft } from './draft';

/** The values that a form edits, and the etag of the state that they come from. */
export interface Saved<Values> {
  readonly values: Values;
  readonly etag: string;
}

export interface Edited<Values> {
  readonly values: Values;
  readonly saved: Saved<Values>;
  readonly isChanged: boolean;
  /** Another person has saved since the editing began: the form must show both versions. */
  readonly isStale: boolean;
  readonly set: (change: Partial<Values>) => void;
  readonly discard: () => void;
}

const NOTHING = {};

/**
 * Edits an object that is saved as a whole under a guard. The edits survive a sign-in and other
 * people's changes. The request names the etag of `saved`, the state on the person's screen.
 * @param name of the form and of its object
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
