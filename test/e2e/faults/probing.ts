import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** GET with these headers; rejects if the connection breaks. */
export async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as unknown),
    retryAfter: response.headers.get('retry-after'),
  };
}

export const many = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

/** Repeats the request until the answer is 200. */
export const untilHealthy = (ask: () => Promise<Answer>): Promise<void> =>
  eventually(async () => {
    const { status } = await ask();
    if (status !== 200) throw new Error(`Still answers ${status}.`);
  });

/**
 * Asks this many times at once, again and again until all are answered 200: a busy machine may take a
 * healthy store for dead once more.
 */
export const untilAllAnswer = (count: number, ask: () => Promise<Answer>): Promise<void> =>
  eventually(async () => {
    const statuses = (await many(count, ask)).map(({ status }) => status);
    if (statuses.some((status) => status !== 200)) throw new Error(`Still answers ${statuses.join(', ')}.`);
  });

/**
 * Sends one request after the other while the work runs.
 * @returns every answer
 */
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

/** A batch of about this size, in which every call is new and valid. */
export function aBatch(projectId: string, bytes: number): Buffer<ArrayBuffer> {
  const text = 'Good morning, this is the front desk. '.repeat(12);
  const transcript = Array.from({ length: 20 }, () => ({ role: 'agent', text, offset_ms: 0 }));
  const { length } = JSON.stringify(aCall(projectId, { transcript }));
  const calls = Array.from({ length: Math.floor(bytes / (length + 8)) }, () =>
    aCall(projectId, { transcript }),
  );
  return Buffer.from(calls.map((call) => JSON.stringify(call)).join('\n'));
}
