import { randomUUIDv7 } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { PublishedRuntimes } from '../../runtime/lookup/published-runtimes.service.js';
import type { PublishedVersion } from '../../runtime/lookup/published-runtimes.service.js';
import { LEASE_ENDS } from '../../campaigns/lookup/enqueue-leases.js';
import type { SuppressedNumber } from '../../campaigns/lookup/opt-outs.service.js';
import { holdOptOuts, suppressedAmong } from '../../campaigns/lookup/suppressed-numbers.js';
import { CAMPAIGN_ACTIONS } from '../../campaigns/campaigns.audit.js';
import { decideContact } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import { callerOf } from '../../campaigns/rules/opened-caller.js';
import { projectFaults, runtimeGaps } from '../../campaigns/rules/eligibility/runtime-gap.policy.js';
import { PERSONAL_CALL, singleCallSealContext } from '../../campaigns/rules/single-call-seal.js';
import { campaignOfCall, contactOfCall } from '../../campaigns/contact-rows/single-call.policy.js';
import type { RefusedCode, SingleCall } from '../../campaigns/contact-rows/single-call.policy.js';
import { singleCallOf } from './single-call.js';
import { SingleNumbers } from './single-numbers.service.js';
import { AWAITED_SLOTS, INSERT_SINGLE, IS_NUMBER_BUSY, LOCK_NUMBER } from './single-dispatch.queries.js';
import { SingleDispatchRequest } from './single-dispatch.request.js';
import type { SingleDispatchResponse } from './single-dispatch.response.js';

/**
 * A call that was requested for now has lost its purpose after ten minutes, as with test calls.
 * Waiting calls exclude others of the project (429), so an absent runtime must not cause that for
 * longer.
 */
export const SINGLE_CALL_WAITS_MS = 10 * 60 * 1000;

// As for claims: calls end all the time, so a slot soon becomes free.
const RETRY_AFTER_SECONDS = 5;

/** A call that another feature requests; omitted fields have the same meaning as in a request. */
export type CallOfFeature = Partial<SingleDispatchRequest> &
  Pick<SingleDispatchRequest, 'project_id' | 'to_number' | 'call_type'>;

/** Thrown to roll back the stored rows of a call that is not made. */
class CallNotMade extends Error {
  override readonly name = 'CallNotMade';
}

/** The input of the decision and of the row of a call. */
interface Prepared {
  readonly dispatchId: string;
  readonly projectId: string;
  readonly call: SingleCall;
  readonly sealed: object;
  readonly number: SuppressedNumber;
  readonly version: PublishedVersion;
}

/** Accepts single calls (dispatch section 7). */
@Injectable()
export class SingleDispatchService {
  private readonly logger = new Logger(SingleDispatchService.name);

  constructor(
    private readonly runtimes: PublishedRuntimes,
    private readonly projects: ProjectFacts,
    private readonly stores: TenantStores,
    private readonly capacity: Capacity,
    private readonly numbers: SingleNumbers,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides about one call and stores it, for the next runtime that asks or as refused. No provider
   * is asked here.
   * @throws 422 for an invalid request, a project that cannot call, and a client without capacity;
   *   429 if all slots are in use; 503
   */
  async create(
    auth: AuthContext,
    request: SingleDispatchRequest,
    reservation: Reservation | null,
  ): Promise<SingleDispatchResponse> {
    const prepared = await this.prepare(auth, request);
    return this.stores.transaction(auth, async (tx) =>
      tx.complete(reservation, await this.store(tx, auth, prepared)),
    );
  }

  /**
   * The same for callers who only learn whether the call is made. A refused call leaves no row. A
   * number with a waiting or current call is also refused.
   * @returns the id of the call; null: it is not made
   * @throws 503
   */
  async createOrNone(auth: AuthContext, fields: CallOfFeature): Promise<string | null> {
    try {
      const prepared = await this.prepare(auth, Object.assign(new SingleDispatchRequest(), fields));
      return await this.stores.transaction(auth, async (tx) => {
        await this.requireFreeNumber(tx, prepared.number);
        const { dispatch_id: id, status } = await this.store(tx, auth, prepared);
        if (status === 'refused') throw new CallNotMade();
        return id;
      });
    } catch (error) {
      if (error instanceof CallNotMade) return null;
      if (!isRefusal(error)) throw error;
      // Callers get no reason, so operators need one.
      const codes = error.fields.filter(({ loc }) => loc.at(-1) === 'project_id').map(({ type }) => type);
      if (codes.length > 0)
        this.logger.warn({ msg: 'project cannot call', project_id: fields.project_id, codes });
      return null;
    }
  }

  private async prepare(auth: AuthContext, request: SingleDispatchRequest): Promise<Prepared> {
    const call = singleCallOf(request);
    const version = await this.versionOf(auth, request.project_id);
    const number = await this.numbers.read(auth, request.to_number, call.compliance.cli_return_number);
    const dispatchId = randomUUIDv7();
    const place = singleCallSealContext(auth, dispatchId);
    const sealed = await this.sealed.sealDocument(auth, place, PERSONAL_CALL, { ...call });
    return { dispatchId, projectId: request.project_id, call, sealed, number, version };
  }

  private async requireFreeNumber(tx: UnitOfWork, { hashes }: SuppressedNumber): Promise<void> {
    // The hash under the oldest key: a new key changes the others.
    await tx.query(LOCK_NUMBER, [hashes.at(-1)]);
    const [row] = await tx.query<{ is_busy: boolean }>(IS_NUMBER_BUSY, [hashes, this.clock.now()]);
    if (row!.is_busy) throw new CallNotMade();
  }

  /**
   * The project's published version, which the runtime uses for the call.
   * @throws 422 naming everything that it lacks
   */
  private async versionOf(auth: AuthContext, projectId: string): Promise<PublishedVersion> {
    const runtime = await this.runtimes.of(auth, projectId);
    const version = runtime?.version ?? null;
    const codes = [
      ...runtimeGaps(runtime),
      ...(version?.compliance === 'failed' ? (['outbound_compliance_blocking'] as const) : []),
    ];
    if (version !== null && codes.length === 0) return version;
    const isConfigured = await this.stores.read(auth, (db) => this.capacity.isConfigured(db, projectId));
    throw unprocessable(
      ...projectFaults(isConfigured ? codes : [...codes, 'outbound_capacity_not_configured']),
    );
  }

  private async store(
    tx: UnitOfWork,
    auth: AuthContext,
    { dispatchId, projectId, call, sealed, number, version }: Prepared,
  ): Promise<SingleDispatchResponse> {
    await holdOptOuts(tx, projectId);
    // Checked again, now that opt-outs wait, as does the job that refuses the calls of an archived
    // project.
    if (await this.projects.isArchived(auth, projectId))
      throw unprocessable(...projectFaults(['project_archived']));
    const suppressed = await suppressedAmong(tx, projectId, number.hashes);
    const now = this.clock.now();
    const { summary } = callerOf(call.compliance);
    const decision = decideContact(
      contactOfCall(call, suppressed.size > 0),
      campaignOfCall(call, summary),
      now,
    );
    const refused: readonly RefusedCode[] = decision.reasons;
    const status = decision.callable ? 'queued' : 'refused';
    if (decision.callable) await this.requireRoom(tx, projectId, now);
    const expiresAt = new Date(now.getTime() + SINGLE_CALL_WAITS_MS);
    await tx.query(INSERT_SINGLE, [
      dispatchId,
      projectId,
      status,
      JSON.stringify(refused),
      number.hashes[0],
      number.keyId,
      sealed,
      version.versionNumber,
      version.contentHash,
      now,
      auth.principal.id,
      expiresAt,
    ]);
    if (decision.callable) await tx.enqueue(LEASE_ENDS, {}, { notBefore: expiresAt });
    await tx.auditDone(CAMPAIGN_ACTIONS.callRequested, {
      dispatch_id: dispatchId,
      project_id: projectId,
      call_type: call.call_type,
      status,
    });
    return { dispatch_id: dispatchId, status, disposition: null, call_id: null, refused_codes: refused };
  }

  /**
   * Calls that are already waiting will need slots too. Two requests may both see the last free
   * slot: then one of them waits for it.
   */
  private async requireRoom(tx: UnitOfWork, projectId: string, now: Date): Promise<void> {
    const limits = await this.capacity.limitsOf(tx, projectId);
    if (limits === null) throw unprocessable(...projectFaults(['outbound_capacity_not_configured']));
    const [awaited] = await tx.query<{ slots: number }>(AWAITED_SLOTS, [projectId, now]);
    if (limits.available > awaited!.slots) return;
    throw new PlatformError(CATALOGUE.rateLimited, {
      message: 'All slots for calls are in use. Retry after the time in Retry-After.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Whether an error refuses the call, rather than being a fault of the service. */
const isRefusal = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && [422, 429].includes(error.entry.status);
