import { useSyncExternalStore } from 'react';
import { asProblem, type Problem } from '../api/problem';

/** A file that is being sent. */
export interface OnItsWay {
  readonly id: string;
  /** False: the file waits for its turn. */
  readonly isSending: boolean;
  readonly sentBytes: number;
  /** Why it failed. */
  readonly problem?: Problem | undefined;
}

/** Files that are being sent. Sending continues while the person looks at other pages. */
export function uploadList<Item extends OnItsWay>() {
  let items: readonly Item[] = [];
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  function replace(next: readonly Item[]): void {
    items = next;
    for (const listener of listeners) listener();
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const useAll = (): readonly Item[] => useSyncExternalStore(subscribe, () => items);

  const change = (id: string, more: Partial<Item> | Partial<OnItsWay>): void =>
    replace(items.map((it) => (it.id === id ? { ...it, ...more } : it)));

  /** Stops sending a file, and removes it from the list. */
  function remove(id: string): void {
    running.get(id)?.abort();
    replace(items.filter((it) => it.id !== id));
  }

  /**
   * Sends a file. It leaves the list once it has arrived; if it fails, it stays with the reason.
   */
  async function run(id: string, send: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    change(id, { isSending: true });
    try {
      await send(abort.signal);
      if (!abort.signal.aborted) remove(id);
    } catch (error) {
      if (!abort.signal.aborted) change(id, { isSending: false, problem: asProblem(error) });
    } finally {
      if (running.get(id) === abort) running.delete(id);
    }
  }

  return {
    useAll,
    find: (id: string): Item | undefined => items.find((it) => it.id === id),
    add: (item: Item): void => replace([...items, item]),
    change,
    remove,
    run,
  };
}
