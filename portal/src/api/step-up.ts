import { useSyncExternalStore } from 'react';
import { problemOf } from './problem';
import { returnFocus } from './returned-focus';

// Every process of the service learns of a proof within a second (second-factors 4.4).
const COUNTS_AFTER_MS = 1000;

/** Waits until a proof takes effect, so that the next request is not refused. */
export const untilProofCounts = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, COUNTS_AFTER_MS));

const listeners = new Set<() => void>();
/** Requests that wait for the step-up; one dialog serves all of them. */
let waiting: ((isProved: boolean) => void)[] = [];
let isDue = false;

function tell(): void {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether requests wait for a step-up. */
export const isStepUpWanted = (): boolean => waiting.length > 0;
export const useStepUpWanted = (): boolean => useSyncExternalStore(subscribe, isStepUpWanted);

/** Releases the waiting requests: they are repeated after a proof, otherwise refused. */
export function endStepUp(isProved: boolean): void {
  const ended = waiting;
  waiting = [];
  tell();
  for (const go of ended) go(isProved);
}

/** Whether the service refuses pages until this session has proved a second factor (second-factors 3.3). */
export const useFactorDue = (): boolean => useSyncExternalStore(subscribe, () => isDue);

export function setFactorDue(next: boolean): void {
  if (next === isDue) return;
  isDue = next;
  tell();
}

function askStepUp(): Promise<boolean> {
  // Without the frame, no dialog can open.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    tell();
  });
}

async function blockReasonOf(response: Response): Promise<string | undefined> {
  if (response.status !== 403) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return problemOf(response.status, response.headers, body).blockReason;
}

/**
 * Sends a request. Where the service asks for a step-up first, the person proves who they are, and
 * the request is repeated once (second-factors 4.3): no page knows about it.
 */
export async function fetchWithStepUp(request: Request): Promise<Response> {
  const again = request.clone();
  const asker = document.activeElement;
  const response = await fetch(request);
  const reason = await blockReasonOf(response);
  if (reason === 'second_factor_required') setFactorDue(true);
  if (reason !== 'step_up_required') return response;
  const isProved = await askStepUp();
  // The dialog closes in the next turn of the event loop.
  setTimeout(() => returnFocus(asker));
  return isProved ? fetch(again) : response;
}
