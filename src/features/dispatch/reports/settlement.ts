import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { ATTEMPT_ENDED, LOOK_AFTER_MS } from './advance-campaigns.work.js';
import type { DispatchStanding } from '../rules/report.policy.js';
import { SAVE_DISPATCH_STATES } from '../lookup/report.queries.js';

/** The statements that this needs: those of a unit of work, and of work with leases. */
type Statements = Pick<UnitOfWork, 'query'>;

/**
 * Writes the state of dispatches and their contacts, which are all locked. It uses one statement
 * for any number: writers of contacts share the rows of the counts, and only a single statement
 * locks those in a fixed order.
 */
export async function saveDispatchStates(
  tx: Statements,
  standings: readonly DispatchStanding[],
  now: Date,
): Promise<void> {
  const changed = standings.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  const contacts = changed.map(({ dispatch, isContactChanged }) =>
    dispatch.campaignId !== null && isContactChanged ? dispatch : null,
  );
  await tx.query(SAVE_DISPATCH_STATES, [
    changed.map(({ dispatch }) => dispatch.dispatchId),
    changed.map(({ dispatch }) => dispatch.dispatchStatus),
    changed.map(({ dispatch }) => dispatch.lastSequence),
    changed.map(({ dispatch }) => dispatch.leaseExpiresAt),
    changed.map(({ dispatch }) => dispatch.disposition),
    changed.map(({ dispatch }) => dispatch.endedAt),
    changed.map(({ dispatch }) => dispatch.callId),
    changed.map(({ dispatch }) => dispatch.isCallLinked),
    contacts.map((it) => it?.campaignId ?? null),
    contacts.map((it) => it?.contactId ?? null),
    contacts.map((it) => it?.status ?? null),
    contacts.map((it) => it?.nextAttemptAt ?? null),
    contacts.map((it) => it?.lastDisposition ?? null),
    changed.map(({ reason }) => reason),
    now,
  ]);
  await enqueueChecks(tx, changed, now);
}

/** The worker checks whether these campaigns are finished, or fail too often. */
async function enqueueChecks(tx: Statements, changed: readonly DispatchStanding[], now: Date): Promise<void> {
  const ended = changed.filter(({ hasEnded }) => hasEnded);
  const ids = new Set(ended.map(({ dispatch }) => dispatch.campaignId).filter((id) => id !== null));
  const looks = [...ids].map((id) => ({ payload: { campaign_id: id } }));
  await enqueueWork(tx, ATTEMPT_ENDED, looks, new Date(now.getTime() + LOOK_AFTER_MS));
}
