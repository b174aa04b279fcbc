import { useCallback, useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import type { ViewSearch } from '../address/search';

const PREFIX = 'draft:';

/** Values that a person has filled in. */
export interface Draft<Values> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** Forgets it: it was sent, or is no longer wanted. */
  readonly clear: () => void;
}

/**
 * Values of a form that survive a sign-in of the same person (`takeTab`): this tab keeps them until
 * they are sent. Never for secrets. Each client of the view has its own.
 * @param name of the form and of its object: two objects have two drafts
 */
export function useDraft<Values extends object>(name: string, initial: Values): Draft<Values> {
  const { client_id = '' }: ViewSearch = useSearch({ strict: false });
  const stored = `${PREFIX}${client_id}:${name}`;
  const [state, setState] = useState(() => ({ stored, values: { ...initial, ...read(stored) } }));
  const { values } = state.stored === stored ? state : { values: { ...initial, ...read(stored) } };
  const set = useCallback(
    (change: Partial<Values>) => {
      const next = { ...values, ...change };
      sessionStorage.setItem(stored, JSON.stringify(next));
      setState({ stored, values: next });
    },
    [stored, values],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(stored);
    setState({ stored, values: initial });
  }, [stored, initial]);
  return { values, set, clear };
}

/** Forgets everything that was filled in: another person may use this tab next. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}

function read(stored: string): object {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(stored) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
