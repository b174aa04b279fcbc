import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { tenantKey, type AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import {
  CONTENDED_SECONDS,
  CONTENDED_WAIT_MS,
  KeyedLimiter,
  unavailableWithoutSlot,
} from '../../../core/shared/keyed-limiter.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { OptOuts } from '../../campaigns/lookup/opt-outs.service.js';
import { CalledNumbers, type CalledNumber } from './called-numbers.service.js';
import type { DialledCampaign } from '../rules/candidate.js';
import { LEASE_SECONDS } from '../rules/dispatch-leases.js';
import { isOptOut } from '../rules/attempt-result.policy.js';
import { noteReports, type AddressedReport, type NotedReports, type ReportResult } from './note-reports.js';
import type { DispatchReport, DispatchStanding } from '../rules/report.policy.js';
import { HOLD_CAMPAIGNS, LOCK_DISPATCHES, REPORTED_CALLS } from '../lookup/report.queries.js';
import type { OpenDispatch, ReportedDispatch, SingleDispatch } from '../rules/reported-dispatch.js';
import type { ReportResponse } from '../rules/report.response.js';
import { DispatchedVersions } from './dispatched-versions.service.js';
import { saveDispatchStates } from './settlement.js';
import { LOCK_SINGLES } from '../lookup/single.queries.js';

// Transactions of reports that a tenant runs at once in a process. They mostly wait for each
// other's rows, so other tenants of the store find the rest of its ten connections free.
const AT_ONCE = 3;

const TOO_EARLY = {
  loc: ['body', 'disposition'],
  type: 'not_ended',
  message: 'is allowed only with the state "ended"; omit it',
};

/** The reports of one transaction, in order of arrival. */
interface Share {
  /**
   * Numbers of one project that must no longer be called; empty for the share of all other reports.
   */
  readonly optOuts: readonly OptOutCall[];
  readonly reports: readonly PlacedReport[];
}

interface PlacedReport extends AddressedReport {
  /** Its position among all reports in the request. */
  readonly place: number;
}

interface OptOutCall extends CalledNumber {
  readonly reason: 'wrong_number' | 'direct_opt_out';
}

interface CallOwner {
  readonly callId: string;
  readonly dispatchId: string;
}

/** Records runtimes' reports on dispatches (dispatch sections 3 to 5). */
@Injectable()
export class DispatchReports {
  private readonly turns = new KeyedLimiter({ perKey: AT_ONCE, waitMs: CONTENDED_WAIT_MS });

  constructor(
    private readonly stores: TenantStores,
    private readonly capacity: Capacity,
    private readonly optOuts: OptOuts,
    private readonly numbers: CalledNumbers,
    private readonly versions: DispatchedVersions,
    private readonly clock: Clock,
  ) {}

  /**
   * Records one report: a set of one.
   * @throws 422 for a disposition before the end, 404 for a dispatch of another tenant, 503
   */
  async report(auth: AuthContext, dispatchId: string, report: DispatchReport): Promise<ReportResponse> {
    const [result] = await this.reportAll(auth, [{ ...report, dispatchId }]);
    if (result instanceof PlatformError) throw result;
    return result!;
  }

  /**
   * Records reports as a set; those on one dispatch are applied in order. A report that is not
   * newer than the last, or arrives after the end, changes nothing; an opt-out always takes effect.
   *
   * Opt-outs lock campaigns exclusively, so each project with opt-outs has its own transaction,
   * before that of all others. A failed transaction fails the request: repeated reports find the
   * earlier ones recorded.
   * @returns the result of each, in their order
   * @throws 503; some of them may then have been stored
   */
  async reportAll(auth: AuthContext, reports: readonly AddressedReport[]): Promise<ReportResult[]> {
    const results = reports.map(refusalOf);
    const sound = reports
      .map((report, place) => ({ ...report, dispatchId: report.dispatchId.toLowerCase(), place }))
      .filter(({ place }) => results[place] === null);
    const called = await this.numbers.of(auth, [...new Set(sound.filter(isOptingOut).map(idOf))]);
    for (const { place, dispatchId } of sound) {
      const number = called.get(dispatchId);
      if (number instanceof PlatformError) results[place] = number;
    }
    const numbers = new Map(
      [...called].flatMap(([id, it]) => (it instanceof PlatformError ? [] : [[id, it]])),
    );
    const open = sound.filter(({ place }) => results[place] === null);
    for (const share of sharesOf(open, numbers)) {
      const taken = await this.turns
        .run(tenantKey(auth), () => this.stores.transaction(auth, (tx) => this.takeIn(tx, auth, share)))
        .catch(unavailableWithoutSlot(CONTENDED_SECONDS));
      for (const [index, { place }] of share.reports.entries()) results[place] = taken[index]!;
    }
    return results.map((result) => result!);
  }

  private async takeIn(
    tx: UnitOfWork,
    auth: AuthContext,
    { optOuts, reports }: Share,
  ): Promise<readonly ReportResult[]> {
    const now = this.clock.now();
    // Before dispatches are locked: opt-outs lock campaigns, and every transaction locks campaigns
    // first.
    await this.suppress(tx, auth, optOuts);
    const ids = [...new Set(reports.map(idOf))];
    const held = await hold(tx, ids, reports);
    const found = await lock(tx, ids);
    const { changed, named, results } = await this.settleCalls(tx, (owners) =>
      noteReports(reports, { found, held, owners, now }),
    );
    await saveDispatchStates(tx, changed, now);
    await this.keepSlots(tx, changed);
    await this.versions.pass(
      tx,
      named.map(({ callId }) => callId),
    );
    return results;
  }

  /**
   * Records the reports, each call for the dispatch that reported it first (dispatch 5.3). A call
   * that had its own slot, because its reports did not name the campaign, counts as the dial from
   * now on. Concurrent reports on one call wait for each other here, so that its owner is then
   * known.
   */
  private async settleCalls(
    tx: UnitOfWork,
    noteWith: (owners: ReadonlyMap<string, string>) => Promise<NotedReports>,
  ): Promise<NotedReports> {
    const owners = new Map<string, string>();
    const met = new Set<string>();
    for (;;) {
      const noted = await noteWith(owners);
      const named = noted.named.filter(({ callId }) => !met.has(callId));
      if (named.length === 0) return noted;
      await this.capacity.countAsDials(tx, named);
      for (const { callId } of named) met.add(callId);
      const taken = await tx.query<CallOwner>(REPORTED_CALLS, [named.map(({ callId }) => callId)]);
      if (taken.length === 0) return noted;
      for (const { callId, dispatchId } of taken.toReversed()) owners.set(callId, dispatchId);
    }
  }

  private async suppress(tx: UnitOfWork, auth: AuthContext, calls: readonly OptOutCall[]): Promise<void> {
    const [first] = calls;
    if (first === undefined) return;
    const optOuts = calls.map(({ number, reason }) => ({ number, reason, source: 'call' }));
    await this.optOuts.addAll(tx, auth, first.projectId, optOuts);
  }

  private async keepSlots(tx: UnitOfWork, changed: readonly DispatchStanding[]): Promise<void> {
    const byStatus = Map.groupBy(changed, ({ dispatch }) => dispatch.dispatchStatus);
    for (const state of ['dialing', 'in_call'] as const) {
      const holders = holdersOf(byStatus.get(state));
      if (holders.length > 0) await this.capacity.renew(tx, holders, LEASE_SECONDS[state]);
    }
    const ended = holdersOf(byStatus.get('ended'));
    if (ended.length > 0) await this.capacity.release(tx, ended);
  }
}

const idOf = ({ dispatchId }: AddressedReport): string => dispatchId;
const holdersOf = (standings: readonly DispatchStanding[] = []): string[] =>
  standings.map(({ dispatch }) => dispatch.dispatchId);

const isOptingOut = ({ disposition }: DispatchReport): boolean =>
  disposition !== undefined && isOptOut(disposition);

/** The refusals that do not depend on the dispatch. */
function refusalOf({
  dispatchId,
  state,
  disposition,
}: AddressedReport): PlatformError | ReportResponse | null {
  if (state !== 'ended' && disposition !== undefined) return unprocessable(TOO_EARLY);
  return isUUID(dispatchId, 'loose') ? null : notFound();
}

/**
 * @param numbers of the dispatches whose person has opted out: all reports of such a dispatch stay
 *   together
 */
function sharesOf(reports: readonly PlacedReport[], numbers: ReadonlyMap<string, CalledNumber>): Share[] {
  const byProject = Map.groupBy(reports, ({ dispatchId }) => numbers.get(dispatchId)?.projectId ?? null);
  return [...byProject]
    .map(([projectId, of]) => ({
      reports: of,
      optOuts: projectId === null ? [] : of.filter(isOptingOut).map((it) => optOutOf(it, numbers)),
    }))
    .toSorted((one, other) => Number(one.optOuts.length === 0) - Number(other.optOuts.length === 0));
}

const optOutOf = (
  { dispatchId, disposition }: PlacedReport,
  numbers: ReadonlyMap<string, CalledNumber>,
): OptOutCall => ({
  ...numbers.get(dispatchId)!,
  reason: disposition === 'wrong_number' ? 'wrong_number' : 'direct_opt_out',
});

/**
 * Locks the campaigns, so that none ends in the meantime. A report of progress alone does not wait
 * for campaigns.
 */
async function hold(
  tx: UnitOfWork,
  ids: readonly string[],
  reports: readonly DispatchReport[],
): Promise<ReadonlyMap<string, DialledCampaign>> {
  if (ids.length === 1 && reports.every(({ state }) => state !== 'ended')) return new Map();
  const rows = await tx.query<DialledCampaign>(HOLD_CAMPAIGNS, [ids]);
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** Dispatches, each locked after its contact. */
async function lock(tx: UnitOfWork, ids: readonly string[]): Promise<ReportedDispatch[]> {
  const found: ReportedDispatch[] = await tx.query<OpenDispatch>(LOCK_DISPATCHES, [ids]);
  if (found.length === ids.length) return found;
  const known = new Set(found.map(({ dispatchId }) => dispatchId));
  const others = ids.filter((id) => !known.has(id));
  return [...found, ...(await tx.query<SingleDispatch>(LOCK_SINGLES, [others]))];
}
