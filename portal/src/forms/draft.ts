import { useCallback, useState } from 'react';
import { useClientId } from '../address/view';
import { forgetDraft, keepDraft, keptDraft } from '../session/kept-drafts';

/** Values that a person has filled in. */
export interface Draft<Values> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** Discards the draft: it was sent, or is no longer needed. */
  readonly clear: () => void;
}

/**
 * Values of a form that survive a new sign-in of the same person (`takeTab`): this tab keeps them
 * until they are sent. Never for secrets. Each client in view has its own.
 * @param name of the form and of its object: two objects have two drafts
 */
export function useDraft<Values extends object>(name: string, initial: Values): Draft<Values> {
  const clientId = useClientId();
  const stored = `${clientId}:${name}`;
  const [state, setState] = useState(() => ({ stored, values: { ...initial, ...keptDraft(stored) } }));
  const { values } = state.stored === stored ? state : { values: { ...initial, ...keptDraft(stored) } };
  const set = useCallback(
    (change: Partial<Values>) => {
      const next = { ...values, ...change };
      keepDraft(stored, next);
      setState({ stored, values: next });
    },
    [stored, values],
  );
  const clear = useCallback(() => {
    forgetDraft(stored);
    setState({ stored, values: initial });
  }, [stored, initial]);
  return { values, set, clear };
}
