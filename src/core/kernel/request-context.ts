import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines and audit rows may know of the request around them; never a channel for parameters. */
interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` inside the context of one request. */
export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

/** The id of the request being served, or null outside of one. */
export const currentRequestId = (): string | null => storage.getStore()?.requestId ?? null;
