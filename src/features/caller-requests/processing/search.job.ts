import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { trackingId } from '../rules/caller-request-item.js';
import { SEARCH_CALLER_DATA, type RequestJob } from '../rules/processing-jobs.js';
import type { DataFoundState } from '../rules/vocabulary.js';
import { CallerData } from './caller-data.service.js';
import { requestToProcess, type ProcessedRequest } from './processed-request.js';
import { RECORD_SEARCH } from './processing.queries.js';
import { searchResult, type FoundData } from './search-result.policy.js';

/**
 * Finds the calls of a request's person and contacts with the number, and records how many there
 * are (caller-requests 10.1).
 */
@HandlesJob()
export class CallerDataSearch implements JobHandler<RequestJob> {
  readonly kind = SEARCH_CALLER_DATA;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly data: CallerData,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  async handle({ requestId, ...tenant }: RequestJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const request = await this.unsearched(auth, requestId);
    if (request === null) return;
    const keyIds = await this.keys.ids(auth, 'matching');
    const found = await this.data.count(auth, request);
    const result = searchResult(found, request.keyIds, keyIds);
    await this.record(auth, requestId, request, result, found);
  }

  /** All attempts have failed, so people must search (caller-requests 10.4). */
  async giveUp({ requestId, ...tenant }: RequestJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const request = await this.unsearched(auth, requestId);
    if (request !== null) await this.record(auth, requestId, request, { state: 'failed', count: null });
  }

  private async unsearched(auth: AuthContext, requestId: string): Promise<ProcessedRequest | null> {
    const request = await this.metadata.read(auth, (db) => requestToProcess(db, requestId));
    return request === null || request.isSearched ? null : request;
  }

  private async record(
    auth: AuthContext,
    requestId: string,
    { trackingNumber }: ProcessedRequest,
    { state, count }: { readonly state: DataFoundState; readonly count: number | null },
    found?: FoundData,
  ): Promise<void> {
    await this.metadata.transaction(auth, async (tx) => {
      const { kind, id } = auth.principal;
      const values = [requestId, this.clock.now(), state, count, kind, id];
      const [recorded] = await tx.query<{ revision: number }>(RECORD_SEARCH, values);
      // Another worker or a person has already recorded a result, which stays.
      if (!recorded) return;
      const isFailed = state === 'failed';
      await tx.audit({
        action: isFailed
          ? CALLER_REQUEST_ACTIONS.processingFailed
          : CALLER_REQUEST_ACTIONS.processingRecorded,
        outcome: isFailed ? 'failed' : 'success',
        metadata: {
          request_id: requestId,
          tracking_id: trackingId(trackingNumber),
          processing: 'search',
          revision: recorded.revision,
          data_found_state: state,
          ...(count !== null && { data_found_count: count }),
          ...(found && { found_calls: found.calls, found_contacts: found.contacts }),
        },
      });
    });
  }
}
