import { TransactionEvents } from '../../../../core/work/events/transaction-events.js';
import { HandlesJob } from '../../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../../core/work/jobs/tenant-job.js';
import type { AuthContext, Tenant } from '../../../../core/shared/auth-context.js';
import { inChunks } from '../../../../core/shared/in-chunks.js';
import type { StoreReader, UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { jobKind } from '../../../../core/shared/work-kind.js';
import { TenantRoutes } from '../../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../../core/time/clock.js';
import {
  CALL_LEASE_SECONDS,
  CallsChanged,
  type ChangedCall,
} from '../../../call-records/call-records.events.js';
import { CallEventRelay } from '../../events/call-event-relay.js';
import { appendEvents, openMonths } from '../ingest.queries.js';
import {
  assertedEvents,
  publishedBefore,
  type PriorCall,
  type PublishedEvents,
} from '../old-events.queries.js';
import { addDirtyHours } from '../../rollup/dirty-hours.js';
import { enqueueRollup } from '../../rollup/rollup-work.js';
import { END_SILENT_CALLS, HOLD_SILENT_CALLS, SILENT_CALLS } from './silent-calls.queries.js';

export const END_CALLS = jobKind<Tenant>('calls.end-silent');

// Updated in one transaction, for which ingest of these calls waits: some tens of milliseconds.
const CHUNK = 200;

interface EndedCall extends Omit<ChangedCall, 'callStatus' | 'isNew'> {
  readonly revision: number;
  /** Its end, else its start (calls-ingest 5.2). */
  readonly endedAt: Date;
}

/** Ends calls whose runtime has not reported for too long (calls-ingest 3.6). */
@HandlesJob()
export class SilentCallsJob extends TenantJob {
  readonly kind = END_CALLS;
  // After an hour of silence, a few minutes do not matter.
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
    private readonly events: CallEventRelay,
    private readonly listeners: TransactionEvents,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  protected work(auth: AuthContext): Promise<void> {
    const before = new Date(this.clock.now().getTime() - CALL_LEASE_SECONDS * 1000);
    return inChunks(CHUNK, (chunk) => this.stores.transaction(auth, (tx) => this.endSome(tx, before, chunk)));
  }

  /** @returns how many calls were ended */
  private async endSome(tx: UnitOfWork, before: Date, chunk: number): Promise<number> {
    const silent = await tx.query<{ callId: string; startedAt: Date }>(SILENT_CALLS, [before, chunk]);
    if (silent.length === 0) return 0;
    const keptFrom = await openMonths(
      tx,
      silent.map(({ startedAt }) => startedAt),
    );
    const held = await tx.query<PriorCall>(HOLD_SILENT_CALLS, [silent.map(({ callId }) => callId)]);
    const published = await publishedBefore(tx, held);
    const ended = await tx.query<EndedCall>(END_SILENT_CALLS, [
      held.map((call) => call.call_id),
      held.map((call) => call.prior_started_at_utc!.toISOString()),
      before,
    ]);
    if (ended.length === 0) return 0;
    const ids = ended.map(({ callId }) => callId).toSorted();
    await appendEnds(tx, ended, published);
    await addDirtyHours(
      tx,
      keptFrom,
      ended.map(({ projectId, startedAt: at }) => ({ projectId, at })),
    );
    await enqueueRollup(tx, this.clock.now());
    await this.events.publish(tx, ids);
    const byId = new Map(ended.map((call) => [call.callId, call]));
    const changed = ids.map((id) => ({ ...byId.get(id)!, callStatus: 'failed', isNew: false }) as const);
    await this.listeners.publish(tx, new CallsChanged(changed));
    return ended.length;
  }
}

/** Appends the events that a report of the call's end would assert. */
async function appendEnds(
  db: StoreReader,
  ended: readonly EndedCall[],
  published: PublishedEvents,
): Promise<void> {
  const asserted = await assertedEvents(db, ended);
  const events = ended.flatMap(({ callId, projectId, revision, startedAt, endedAt }) =>
    (asserted.get(callId) ?? [])
      // The attempts of a transfer were published with the report that contained them.
      .filter((type) => type !== 'transfer_initiated')
      .map((type) => {
        const occurredAt = type === 'call_started' ? startedAt : endedAt;
        return { callId, projectId, revision, type, occurredAt };
      }),
  );
  const known = ended.map(({ callId }) => callId);
  await appendEvents(db, events, known, published);
}
