import { aCall } from '../../support/builders.js';
import { vi } from 'vitest';

/** One answer, timed from outside. */
export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** A dead dependency of any kind is a 503 within this time (design: measure S5). */
export const DEAD_STORE_MS = 1200;
export const HEALED_MS = 3000;

/**
 * Begins to measure. @returns how long it has been, in milliseconds, without what this process was
 * ready to go on and had to wait for a processor: on a busy machine that says nothing of how long
 * it makes its callers wait
 */
export function stopwatch(): () => number {
  const started = performance.now();
  const loop = performance.eventLoopUtilization();
  const processor = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(processor);
    const starvedMs = performance.eventLoopUtilization(loop).active - (user + system) / 1000;
    return performance.now() - started - Math.max(0, starvedMs);
  };
}

/** GET with these headers; a connection that breaks rejects. */
export async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const elapsed = stopwatch();
  const response = await fetch(url, { headers });
  const text = await response.text();
  return {
    status: response.status,
    ms: elapsed(),
    body: text === '' ? null : (JSON.parse(text) as unknown),
    retryAfter: response.headers.get('retry-after'),
  };
}

export const many = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

/** The time within which this share of the answers came, in milliseconds. */
export function quantile(answers: readonly Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Asks again and again until it is answered 200. @returns how long that took */
export async function untilHealthy(ask: () => Promise<Answer>): Promise<number> {
  const elapsed = stopwatch();
  await vi.waitFor(
    async () => {
      const { status } = await ask();
      if (status !== 200) throw new Error(`Still answers ${status}.`);
    },
    { timeout: 2 * HEALED_MS, interval: 20 },
  );
  return elapsed();
}

/** Keeps asking one request after the other while the work runs. @returns every answer */
export async function askDuring(ask: () => Promise<Answer>, work: () => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let isRunning = true;
  const asking = (async () => {
    while (isRunning) answers.push(await ask());
  })();
  try {
    await work();
  } finally {
    isRunning = false;
  }
  await asking;
  return answers;
}

/** Records rejected promises without a handler, which end a process. */
export function watchForCrashes(): { readonly seen: unknown[]; stop(): void } {
  const seen: unknown[] = [];
  const note = (reason: unknown): void => void seen.push(reason);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  return {
    seen,
    stop: () => {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
    },
  };
}

/** A batch of about this size, every call of it new and valid. */
export function aBatch(projectId: string, bytes: number): Buffer<ArrayBuffer> {
  const text = 'Good morning, this is the front desk. '.repeat(12);
  const transcript = Array.from({ length: 20 }, () => ({ role: 'agent', text, offset_ms: 0 }));
  const { length } = JSON.stringify(aCall(projectId, { transcript }));
  const calls = Array.from({ length: Math.floor(bytes / (length + 8)) }, () =>
    aCall(projectId, { transcript }),
  );
  return Buffer.from(calls.map((call) => JSON.stringify(call)).join('\n'));
}
