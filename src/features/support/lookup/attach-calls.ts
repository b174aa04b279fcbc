import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { ATTACH_CALLS, COUNT_CALLS } from './related-calls.queries.js';

/** More calls belong into several tickets (support 9.3). */
const MAX_CALLS = 50;

interface AttachedCall {
  readonly callId: string;
  readonly projectId: string;
  readonly startedAt: Date;
}

/**
 * Attaches calls to a ticket whose row is locked; those that are attached stay as they are.
 * @returns how many it has now
 * @throws 409 beyond the most that a ticket has
 */
export async function attachCalls(
  tx: UnitOfWork,
  ticketId: string,
  calls: readonly AttachedCall[],
  by: { readonly person: string; readonly now: Date },
): Promise<number> {
  await tx.query(ATTACH_CALLS, [
    ticketId,
    calls.map(({ callId }) => callId),
    calls.map(({ projectId }) => projectId),
    calls.map(({ startedAt }) => startedAt),
    by.now,
    by.person,
  ]);
  const [counted] = await tx.query<{ related_calls: number }>(COUNT_CALLS, [ticketId]);
  if (counted!.related_calls > MAX_CALLS) throw new PlatformError(SUPPORT_ERRORS.tooManyCalls);
  return counted!.related_calls;
}
