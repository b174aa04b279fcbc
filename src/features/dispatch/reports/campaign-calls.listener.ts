import { isUUID } from 'class-validator';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { CallsChanged } from '../../call-records/call-records.events.js';
import { DispatchedVersions } from './dispatched-versions.service.js';
import { LINK_CONTACTS, LINK_DISPATCHES } from './link.queries.js';

/**
 * Links calls that ingest writes to their dispatches, unless the runtime's report has (dispatch
 * 5.2), and gives them the versions of their dispatches (dispatch 5.4).
 */
@ListensInTransaction()
export class CampaignCalls implements TransactionListener<CallsChanged> {
  readonly event = CallsChanged;

  constructor(private readonly versions: DispatchedVersions) {}

  async handle(tx: UnitOfWork, { calls }: CallsChanged): Promise<void> {
    const named = calls.filter(
      ({ campaignId, contactId, direction }) =>
        direction === 'outbound' && isUUID(campaignId, 'loose') && isUUID(contactId, 'loose'),
    );
    if (named.length > 0) await this.link(tx, named);
    const outbound = calls.filter(({ direction }) => direction === 'outbound');
    await this.versions.pass(
      tx,
      outbound.map(({ callId }) => callId),
    );
  }

  private async link(tx: UnitOfWork, named: CallsChanged['calls']): Promise<void> {
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
