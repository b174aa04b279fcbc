import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines, audit rows and bulk work may know of the request around them; never a channel for parameters. */
interface RequestContext {
  readonly requestId: string;
  /** Its place among those that bulk work makes room for. */
  readonly foreground: { leave(): void };
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` inside the context of one request. */
export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

/** The id of the request being served, or null outside of one. */
export const currentRequestId = (): string | null => storage.getStore()?.requestId ?? null;

/** Says that the request being served is bulk work, for which others make no room. */
export const leaveForeground = (): void => storage.getStore()?.foreground.leave();
