import { AsyncLocalStorage } from 'node:async_hooks';

/** Use of the stores by one request, for its access line (operations 3.2). */
export class StoreUse {
  /** The tenant store that it used last; a few requests name a second tenant. */
  storeId: string | undefined;
  /** How long it waited for connections to tenant stores and to the metadata store. */
  poolMs = 0;
  /** How long its statements took. Concurrent statements add up. */
  databaseMs = 0;
}

/** The context of the current work for log lines and audit rows; never a channel for parameters. */
type WorkContext = RequestContext | JobContext;

interface RequestContext {
  readonly requestId: string;
  /** The stores add to it; only the access line reads it. */
  readonly storeUse?: StoreUse;
}

interface JobContext {
  readonly job: string;
  /** The request that caused it, if it was only one. */
  readonly requestId: string | null;
}

const storage = new AsyncLocalStorage<WorkContext>();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

export const runInJob = <T>(job: string, work: () => T, requestId: string | null = null): T =>
  storage.run({ job, requestId }, work);

/** The current request, or the one that caused the current job. */
export const currentRequestId = (): string | null => storage.getStore()?.requestId ?? null;

export function currentStoreUse(): StoreUse | null {
  const context = storage.getStore();
  return (context && 'storeUse' in context && context.storeUse) || null;
}

export function currentJob(): string | null {
  const context = storage.getStore();
  return context && 'job' in context ? context.job : null;
}
