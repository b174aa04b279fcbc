import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { CAMPAIGN_ERRORS } from '../../campaigns/campaigns.errors.js';
import type { DialledCampaign } from '../rules/candidate.js';
import {
  afterReport,
  standingOf,
  type DispatchReport,
  type DispatchStanding,
} from '../rules/report.policy.js';
import type { ReportResponse } from '../rules/report.response.js';
import type { ReportedDispatch } from '../rules/reported-dispatch.js';

/** A report, and the id of its dispatch as sent by the runtime. */
export interface AddressedReport extends DispatchReport {
  readonly dispatchId: string;
}

/** The result of a report: the state of the dispatch, or why nothing was done. */
export type ReportResult = ReportResponse | PlatformError;

/** The input of recording reports. */
interface Notes {
  readonly found: readonly ReportedDispatch[];
  readonly held: ReadonlyMap<string, DialledCampaign>;
  /** The dispatches of calls that were reported before. */
  readonly owners: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** The result of recording reports. */
export interface NotedReports {
  readonly changed: readonly DispatchStanding[];
  /** Calls that these reports assign to dispatches. */
  readonly named: readonly { readonly callId: string; readonly projectId: string }[];
  readonly results: readonly ReportResult[];
}

/**
 * Records the reports in order; one that names the call of another dispatch is refused and changes
 * nothing.
 */
export async function noteReports(
  reports: readonly AddressedReport[],
  { found, held, owners, now }: Notes,
): Promise<NotedReports> {
  const standings = new Map(found.map((it) => [it.dispatchId, standingOf(it)]));
  const ownerOf = new Map(owners);
  const named = new Map<string, string>();
  const results = await mapCooperatively(reports, (report): ReportResult => {
    const standing = standings.get(report.dispatchId);
    if (standing === undefined) return notFound();
    const after = afterReport(standing, report, held.get(standing.dispatch.campaignId ?? ''), now);
    const { callId, projectId } = after.dispatch;
    if (callId !== null && isNewlyReported(standing.dispatch, after.dispatch)) {
      named.set(callId, projectId);
      const owner = ownerOf.get(callId);
      if (owner !== undefined && owner !== report.dispatchId) return callTaken();
      ownerOf.set(callId, report.dispatchId);
    }
    standings.set(report.dispatchId, after);
    return responseOf(after.dispatch, after !== standing);
  });
  return {
    results,
    changed: [...standings.values()].filter(({ isChanged }) => isChanged),
    named: [...named].map(([callId, projectId]) => ({ callId, projectId })),
  };
}

const isNewlyReported = (before: ReportedDispatch, after: ReportedDispatch): boolean =>
  after.callId !== before.callId || after.isCallLinked !== before.isCallLinked;

const callTaken = (): PlatformError =>
  new PlatformError(CAMPAIGN_ERRORS.callIdTaken, {
    fields: [{ loc: ['body', 'call_id'], type: 'call_id_taken', message: 'is the call of another dispatch' }],
  });

const responseOf = (dispatch: ReportedDispatch, applied: boolean): ReportResponse => ({
  dispatch_id: dispatch.dispatchId,
  status: dispatch.dispatchStatus,
  disposition: dispatch.disposition,
  call_id: dispatch.callId,
  lease_expires_at_utc: dispatch.dispatchStatus === 'ended' ? null : dispatch.leaseExpiresAt.toISOString(),
  applied,
});
