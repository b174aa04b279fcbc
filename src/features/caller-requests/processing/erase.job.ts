import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { CallerErased } from '../caller-requests.events.js';
import { trackingId } from '../rules/caller-request-item.js';
import { noteAddress } from '../rules/note-address.js';
import type { ErasureResult } from '../rules/erasure-result.js';
import { ERASE_CALLER_DATA, jobAbout, type RequestJob } from '../rules/processing-jobs.js';
import type { DataFoundState } from '../rules/vocabulary.js';
import { CallerData, type PersonErasure } from './caller-data.service.js';
import { erasureNote } from './erasure-note.policy.js';
import { requestToProcess, type ProcessedRequest } from './processed-request.js';
import { LOCK_ERASED_REQUEST, RECORD_ERASURE } from './processing.queries.js';
import { searchResult } from './search-result.policy.js';

// Well within the lease, and within the time that a stopping worker waits for its jobs; the rest
// becomes another job at the end of the queue.
const TURN_MS = 10_000;

// Calls take minutes: this notices their end soon enough, and a check costs next to nothing.
const CALLS_END_MS = 15_000;

interface Outcome {
  readonly state: DataFoundState;
  /** Null if it failed. */
  readonly result: ErasureResult | null;
}

/** Erases a person's data, and records the result (caller-requests 11.2). */
@HandlesJob()
export class CallerDataErasure implements JobHandler<RequestJob> {
  readonly kind = ERASE_CALLER_DATA;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly data: CallerData,
    private readonly keys: TenantKeys,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  async handle({ requestId, ...tenant }: RequestJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const now = this.clock.now();
    const request = await this.metadata.read(auth, (db) => requestToProcess(db, requestId));
    // The result is already recorded: a worker died between recording it and closing the erasure.
    if (!request?.erasureAskedAt) return this.data.close(auth, requestId, now);
    const erasure = { ...request, requestId, askedAt: request.erasureAskedAt };
    const progress = await this.data.erase(auth, erasure, TURN_MS);
    if (progress !== 'done') return this.goOnLater(auth, requestId, progress === 'more' ? 0 : CALLS_END_MS);
    const outcome = await this.outcomeOf(auth, request, erasure);
    if (outcome !== null) await this.record(auth, requestId, request, outcome);
    // Comes after the record: until then, the number of affected calls is stored here.
    await this.data.close(auth, requestId, erasure.askedAt);
  }

  /**
   * All attempts have failed. Data that was erased stays erased, and the next erasure counts it.
   */
  async giveUp({ requestId, ...tenant }: RequestJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const request = await this.metadata.read(auth, (db) => requestToProcess(db, requestId));
    if (request?.erasureAskedAt)
      await this.record(auth, requestId, request, { state: 'failed', result: null });
  }

  /**
   * Enqueues the rest as another job behind those of others: immediately, or for when calls in
   * progress may have ended.
   */
  private goOnLater(auth: AuthContext, requestId: string, inMs: number): Promise<void> {
    const options = inMs === 0 ? {} : { notBefore: new Date(this.clock.now().getTime() + inMs) };
    return this.metadata.transaction(auth, (tx) =>
      tx.enqueue(ERASE_CALLER_DATA, jobAbout(auth, requestId), options),
    );
  }

  private async outcomeOf(
    auth: AuthContext,
    { keyIds }: ProcessedRequest,
    erasure: PersonErasure,
  ): Promise<Outcome | null> {
    const result = await this.data.result(auth, erasure);
    // Another worker has recorded the result.
    if (result === null) return null;
    const known = await this.keys.ids(auth, 'matching');
    const { calls, contacts } = result;
    const found = { calls: calls.erased + calls.held, contacts: contacts && contacts.erased + contacts.held };
    return { state: searchResult(found, keyIds, known).state, result };
  }

  private async record(
    auth: AuthContext,
    requestId: string,
    { trackingNumber, erasureAskedAt }: ProcessedRequest,
    { state, result }: Outcome,
  ): Promise<void> {
    // A failure is recorded without a note, and so without the key that a note needs and that may
    // have failed.
    const key = result && (await this.keys.current(auth, 'encryption'));
    await this.metadata.transaction(auth, async (tx) => {
      const [locked] = await tx.query<{ revision: number }>(LOCK_ERASED_REQUEST, [requestId, erasureAskedAt]);
      if (!locked) return;
      const revision = locked.revision + 1;
      const { kind, id } = auth.principal;
      const sealed = key && sealField(key, noteAddress(auth, requestId, revision), erasureNote(result));
      const count = result && result.calls.erased + (result.contacts?.erased ?? 0);
      const values = [requestId, this.clock.now(), state, count, kind, id, sealed, result];
      await tx.query(RECORD_ERASURE, values);
      await this.events.publish(tx, new CallerErased(requestId));
      await tx.audit({
        action: result ? CALLER_REQUEST_ACTIONS.processingRecorded : CALLER_REQUEST_ACTIONS.processingFailed,
        outcome: result ? 'success' : 'failed',
        metadata: {
          request_id: requestId,
          tracking_id: trackingId(trackingNumber),
          processing: 'erasure',
          revision,
          data_found_state: state,
          ...(result && auditedResult(result)),
        },
      });
    });
  }
}

const auditedResult = ({ calls, contacts }: ErasureResult): Record<string, number | boolean> => ({
  erased_calls: calls.erased,
  held_calls: calls.held,
  contacts_looked_for: contacts !== null,
  ...(contacts && { erased_contacts: contacts.erased, held_contacts: contacts.held }),
});
