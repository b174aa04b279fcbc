import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { notFound, unprocessable } from '../../../core/kernel/platform-error.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/sealed-values.service.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { contactPlace } from '../rules/contact-place.js';
import { singleCallPlace } from '../rules/single-call-place.js';
import type { SingleCall } from '../rows/single-call.policy.js';
import { OptOuts } from '../lookup/opt-outs.service.js';
import type { SuppressedNumber } from '../lookup/opt-outs.service.js';
import { LEASE_SECONDS, leaseEnd } from './dispatch-leases.js';
import { isOptOut } from './outcome.policy.js';
import type { DialledCampaign } from './candidate.js';
import { DISPATCH_BY_ID, HOLD_CAMPAIGN, LOCK_DISPATCH, NOTE_PROGRESS } from './report.queries.js';
import type { OpenDispatch, SingleDispatch } from './report.queries.js';
import type { ReportRequest } from './report.request.js';
import type { ReportResponse } from './report.response.js';
import { settle } from './settlement.js';
import { LOCK_SINGLE, TAKEN_SINGLE } from './single.queries.js';

const TOO_EARLY = {
  loc: ['body', 'disposition'],
  type: 'not_ended',
  message: 'comes with the state "ended" alone; leave it out here',
};

type ReportedDispatch = OpenDispatch | SingleDispatch;

interface TakenCall {
  readonly projectId: string;
  readonly call: Readonly<Record<string, unknown>>;
}

/** Takes in what runtimes say of dispatches (dispatch sections 3 to 5). */
@Injectable()
export class DispatchReports {
  constructor(
    private readonly stores: TenantStores,
    private readonly capacity: Capacity,
    private readonly optOuts: OptOuts,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes one report. One that is not newer than the last, or comes when all is over, changes nothing; an opt-out always
   * counts.
   * @throws 422 for a disposition before the end, 404 for a dispatch that is not the tenant's, 503
   */
  async report(auth: AuthContext, dispatchId: string, report: ReportRequest): Promise<ReportResponse> {
    if (report.state !== 'ended' && report.disposition !== undefined) throw unprocessable(TOO_EARLY);
    if (!isUUID(dispatchId, 'loose')) throw notFound();
    const number = await this.numberToSuppress(auth, dispatchId, report);
    return this.stores.transaction(auth, async (tx) => {
      // Before the dispatch is locked: an opt-out locks campaigns, and those come first everywhere.
      if (number !== null) await this.suppress(tx, auth, number, report);
      const held =
        report.state === 'ended' ? await tx.query<DialledCampaign>(HOLD_CAMPAIGN, [dispatchId]) : [];
      const dispatch = await lock(tx, dispatchId);
      if (report.sequence <= dispatch.lastSequence || isSettled(dispatch, report))
        return responseOf(dispatch, false);
      await this.countOnce(tx, dispatch, report);
      if (report.state === 'ended') return this.end(tx, held, dispatch, report);
      return this.progress(tx, dispatch, report);
    });
  }

  /** The number of a person who does not want to be called, or who is not the one that was meant. */
  private async numberToSuppress(
    auth: AuthContext,
    dispatchId: string,
    { disposition }: ReportRequest,
  ): Promise<(SuppressedNumber & { projectId: string }) | null> {
    if (disposition === undefined || !isOptOut(disposition)) return null;
    const called = await this.calledNumber(auth, dispatchId);
    if (called === null) return null;
    return { ...(await this.optOuts.numberOf(auth, called.e164)), projectId: called.projectId };
  }

  /** Null where the person was erased since (dispatch 3.5). @throws 404, 503 where it does not open */
  private async calledNumber(
    auth: AuthContext,
    dispatchId: string,
  ): Promise<{ readonly projectId: string; readonly e164: string } | null> {
    const [dispatch, single] = await this.stores.read(auth, async (db) => {
      const [row] = await db.query<OpenDispatch>(DISPATCH_BY_ID, [dispatchId]);
      return row ? [row, null] : [null, (await db.query<TakenCall>(TAKEN_SINGLE, [dispatchId]))[0]];
    });
    if (dispatch) {
      if (dispatch.phoneEncrypted.length === 0) return null;
      const place = contactPlace(auth, dispatch.contactId, 'phone_encrypted');
      const e164 = await this.sealed.open(auth, place, dispatch.phoneEncrypted);
      return { projectId: dispatch.projectId, e164 };
    }
    if (!single) throw notFound();
    const opened = await this.sealed.openDocument(auth, singleCallPlace(auth, dispatchId), single.call);
    return { projectId: single.projectId, e164: (opened as unknown as SingleCall).contact.to_number };
  }

  private async suppress(
    tx: UnitOfWork,
    auth: AuthContext,
    number: SuppressedNumber & { projectId: string },
    { disposition }: ReportRequest,
  ): Promise<void> {
    const reason = disposition === 'wrong_number' ? 'wrong_number' : 'direct_opt_out';
    await this.optOuts.add(tx, auth, number, { projectId: number.projectId, reason, source: 'call' });
  }

  /** A call of a campaign says so itself; that of a single call, which may count by its own reports, is named here first. */
  private async countOnce(
    tx: UnitOfWork,
    { campaignId, callId, projectId }: ReportedDispatch,
    { call_id: named }: ReportRequest,
  ): Promise<void> {
    if (campaignId !== null || callId !== null || named === undefined) return;
    await this.capacity.countAsDial(tx, projectId, named);
  }

  private async progress(
    tx: UnitOfWork,
    dispatch: ReportedDispatch,
    report: ReportRequest,
  ): Promise<ReportResponse> {
    const now = this.clock.now();
    // A state is never gone back from: a late "dialing" of a call that is under way keeps its lease and no more.
    const state = dispatch.dispatchStatus === 'in_call' ? 'in_call' : (report.state as 'dialing' | 'in_call');
    const expiresAt = leaseEnd(state, now);
    await tx.query(NOTE_PROGRESS, [
      dispatch.dispatchId,
      state,
      report.sequence,
      expiresAt,
      report.call_id ?? null,
      dispatch.campaignId,
      dispatch.contactId,
      now,
    ]);
    await this.capacity.renew(tx, dispatch.dispatchId, LEASE_SECONDS[state]);
    const callId = dispatch.callId ?? report.call_id ?? null;
    return responseOf({ ...dispatch, dispatchStatus: state, callId, leaseExpiresAt: expiresAt }, true);
  }

  private async end(
    tx: UnitOfWork,
    held: readonly DialledCampaign[],
    dispatch: ReportedDispatch,
    report: ReportRequest,
  ): Promise<ReportResponse> {
    const now = this.clock.now();
    const disposition = report.disposition!;
    const at = new Date(report.at_utc);
    const callId = dispatch.callId ?? report.call_id ?? null;
    // A runtime whose clock is ahead must not move a retry behind the time that the law permits it from.
    const endedAt = at < now ? at : now;
    const ending = { dispatch, disposition, endedAt, sequence: report.sequence, callId };
    await settle(tx, held, [ending], now);
    await this.capacity.release(tx, dispatch.dispatchId);
    return responseOf({ ...dispatch, dispatchStatus: 'ended', disposition, callId }, true);
  }
}

/** A dispatch, locked behind its contact where it has one. @throws 404 */
async function lock(tx: UnitOfWork, dispatchId: string): Promise<ReportedDispatch> {
  const [dispatch] = await tx.query<OpenDispatch>(LOCK_DISPATCH, [dispatchId]);
  if (dispatch) return dispatch;
  const [single] = await tx.query<SingleDispatch>(LOCK_SINGLE, [dispatchId]);
  if (!single) throw notFound();
  return single;
}

/**
 * Whether a report comes too late. The end of a dispatch whose runtime was thought gone is still taken in, as long as the
 * contact was not handed out again: else a person who was reached would be called once more (dispatch 3.4).
 */
function isSettled(dispatch: ReportedDispatch, { state }: ReportRequest): boolean {
  if (dispatch.dispatchStatus !== 'ended') return false;
  const wasSilent = dispatch.disposition === 'system_failed' && dispatch.endedAt! >= dispatch.leaseExpiresAt;
  if (state !== 'ended' || !wasSilent) return true;
  // A single call is never made again.
  if (dispatch.campaignId === null) return false;
  const isWaiting = dispatch.status === 'retry_scheduled' || dispatch.status === 'failed';
  return !isWaiting || dispatch.attemptCount !== dispatch.attemptNumber;
}

const responseOf = (dispatch: ReportedDispatch, applied: boolean): ReportResponse => ({
  dispatch_id: dispatch.dispatchId,
  status: dispatch.dispatchStatus,
  disposition: dispatch.disposition,
  call_id: dispatch.callId,
  lease_expires_at_utc: dispatch.dispatchStatus === 'ended' ? null : dispatch.leaseExpiresAt.toISOString(),
  applied,
});
