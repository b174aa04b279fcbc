import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines and audit rows may know of the work around them; never a channel for parameters. */
type WorkContext = { readonly requestId: string } | { readonly job: string };

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `work` inside the context of one request. */
export const runInRequest = (context: { readonly requestId: string }, work: () => void): void =>
  storage.run(context, work);

/** Runs `work` inside the context of one job, or of work of one kind. */
export const runInJob = <T>(job: string, work: () => T): T => storage.run({ job }, work);

/** The id of the request being served, or null outside of one. */
export function currentRequestId(): string | null {
  const context = storage.getStore();
  return context && 'requestId' in context ? context.requestId : null;
}

/** The job being done, or null outside of one. */
export function currentJob(): string | null {
  const context = storage.getStore();
  return context && 'job' in context ? context.job : null;
}
