import { isUUID } from 'class-validator';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { CallsChanged } from '../../calls/calls.events.js';
import { LINK_CONTACTS, LINK_DISPATCHES } from './link.queries.js';

/**
 * Links calls that ingest writes to their dispatches, unless the runtime's report has (dispatch
 * 5.2).
 */
@ListensInTransaction()
export class CampaignCalls implements TransactionListener<CallsChanged> {
  readonly event = CallsChanged;

  async handle(tx: UnitOfWork, { calls }: CallsChanged): Promise<void> {
    const named = calls.filter(
      ({ campaignId, contactId, direction }) =>
        direction === 'outbound' && isUUID(campaignId, 'loose') && isUUID(contactId, 'loose'),
    );
    if (named.length === 0) return;
    const values = [
      named.map(({ callId }) => callId),
      named.map(({ campaignId }) => campaignId),
      named.map(({ contactId }) => contactId),
      named.map(({ startedAt }) => startedAt),
    ];
    // Contacts before dispatches: the lock order of all transactions.
    await tx.query(LINK_CONTACTS, values);
    await tx.query(LINK_DISPATCHES, values);
  }
}
