import { AsyncLocalStorage } from 'node:async_hooks';

/** Use of the stores by one request, for its access line (operations 3.2). */
export class StoreUse {
  /** The tenant store that it used last; a few requests name a second tenant. */
  storeId: string | undefined;
  /** How long it waited for connections, of tenant stores and of the metadata store. */
  poolMs = 0;
  /** How long its statements took. Concurrent statements add up. */
  databaseMs = 0;
}

/** The context of the current work for log lines and audit rows; never a channel for parameters. */
type WorkContext = RequestContext | { readonly job: string };

interface RequestContext {
  readonly requestId: string;
  /** The stores add to it; only the access line reads it. */
  readonly storeUse?: StoreUse;
}

const storage = new AsyncLocalStorage<WorkContext>();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

export const runInJob = <T>(job: string, work: () => T): T => storage.run({ job }, work);

export function currentRequestId(): string | null {
  const context = storage.getStore();
  return context && 'requestId' in context ? context.requestId : null;
}

export function currentStoreUse(): StoreUse | null {
  const context = storage.getStore();
  return (context && 'requestId' in context && context.storeUse) || null;
}

export function currentJob(): string | null {
  const context = storage.getStore();
  return context && 'job' in context ? context.job : null;
}
