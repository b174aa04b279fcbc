import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { saveAnswer } from './download';

/** The progress of a series of files. */
export interface SeriesState {
  readonly kind: 'idle' | 'running' | 'waiting' | 'done';
  readonly total: number;
  readonly saved: number;
  /** How many files had no content. */
  readonly empty: number;
  readonly refused: readonly { readonly label: string; readonly problem: Problem }[];
  /** While waiting: when the rate limit permits the next file, in milliseconds since 1970. */
  readonly until?: number;
}

interface Item {
  readonly label: string;
  readonly value: string;
}

type Ask = (value: string, signal: AbortSignal) => Promise<{ readonly response: Response }>;

const IDLE: SeriesState = { kind: 'idle', total: 0, saved: 0, empty: 0, refused: [] };

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Downloads files of a route one after the other. At the rate limit it waits, then continues. It
 * ends with the page that started it.
 */
export function useDownloadSeries() {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(async (items: readonly Item[], ask: Ask): Promise<void> => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    let reached: SeriesState = { ...IDLE, kind: 'running', total: items.length };
    const note = (change: Partial<SeriesState>): void => setState((reached = { ...reached, ...change }));
    note({});
    for (const { label, value } of items) {
      for (let isOpen = true; isOpen && !signal.aborted;) {
        isOpen = false;
        try {
          const outcome = await saveAnswer((await ask(value, signal)).response);
          note({ [outcome]: reached[outcome] + 1 });
        } catch (error) {
          if (signal.aborted) break;
          const problem = asProblem(error);
          if (problem.kind === 'limited') {
            const waitMs = (problem.retryAfterSeconds ?? 60) * 1000;
            note({ kind: 'waiting', until: Date.now() + waitMs });
            await pause(waitMs, signal);
            note({ kind: 'running', until: undefined });
            isOpen = true;
          } else note({ refused: [...reached.refused, { label, problem }] });
        }
      }
    }
    note({ kind: 'done' });
    running.current = null;
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
}
