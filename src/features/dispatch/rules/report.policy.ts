import { campaignFacts, contactFacts } from '../../campaigns/rules/eligibility/facts-of.js';
import type { Disposition } from '../../campaigns/rules/statuses.js';
import type { DialledCampaign } from './candidate.js';
import { leaseEnd } from './dispatch-leases.js';
import { outcomeOf, type Outcome } from './attempt-result.policy.js';
import type { ReportedDispatch } from './reported-dispatch.js';

export interface DispatchReport {
  readonly sequence: number;
  readonly state: 'dialing' | 'in_call' | 'ended';
  /** Set exactly if the event is `ended`. */
  readonly disposition?: Disposition | undefined;
  readonly call_id?: string | undefined;
  readonly at_utc: string;
}

export interface DispatchStanding {
  readonly dispatch: ReportedDispatch;
  /** Why the contact must not be called again, if the end says so. */
  readonly reason: Outcome['reason'];
  readonly isChanged: boolean;
  /** Whether anything about the contact has changed. */
  readonly isContactChanged: boolean;
  readonly hasEnded: boolean;
}

/** The state of a dispatch before the report. */
export const standingOf = (dispatch: ReportedDispatch): DispatchStanding => ({
  dispatch,
  reason: null,
  isChanged: false,
  isContactChanged: false,
  hasEnded: false,
});

/**
 * Applies one report. A report that is not newer than the last, or comes after the end, changes
 * nothing (dispatch 3.3, 3.5).
 * @param campaign of the dispatch; needed for an end of a campaign's call
 * @returns the new state; the same object if nothing has changed
 */
export function afterReport(
  standing: DispatchStanding,
  report: DispatchReport,
  campaign: DialledCampaign | undefined,
  now: Date,
): DispatchStanding {
  const { dispatch } = standing;
  if (report.sequence <= dispatch.lastSequence || isSettled(dispatch, report)) return standing;
  const named = afterNaming(standing, report.call_id);
  if (report.state !== 'ended') return afterProgress(named, report.state, report.sequence, now);
  // Also corrects a runtime's slow clock: nothing ends before it was claimed.
  const said = Math.max(Date.parse(report.at_utc), dispatch.takenAt.getTime());
  // A runtime whose clock is ahead must not move a retry beyond the time from which the law permits
  // it.
  const endedAt = new Date(Math.min(said, now.getTime()));
  return afterEnd(withinLease(named, endedAt), campaign, {
    disposition: report.disposition!,
    endedAt,
    sequence: report.sequence,
  });
}

/** An end after the lease counts as one that no runtime reported. */
function withinLease(standing: DispatchStanding, endedAt: Date): DispatchStanding {
  const { dispatch } = standing;
  if (!endedAfterLease(dispatch, endedAt)) return standing;
  return { ...standing, dispatch: { ...dispatch, leaseExpiresAt: new Date(endedAt.getTime() + 1) } };
}

const endedAfterLease = ({ leaseExpiresAt }: ReportedDispatch, endedAt: Date): boolean =>
  endedAt >= leaseExpiresAt;

interface Ending {
  readonly disposition: Disposition;
  readonly endedAt: Date;
  /** The report's sequence; for an end without a report, the last known one. */
  readonly sequence: number;
}

/** The end of a dispatch, and the new state of its contact (dispatch section 4). */
export function afterEnd(
  standing: DispatchStanding,
  campaign: DialledCampaign | undefined,
  { disposition, endedAt, sequence }: Ending,
): DispatchStanding {
  const { dispatch } = standing;
  const ended = { dispatchStatus: 'ended', disposition, endedAt, lastSequence: sequence } as const;
  const change = { isChanged: true, hasEnded: true } as const;
  // A single call is one attempt (dispatch 7.7).
  if (dispatch.campaignId === null) return { ...standing, ...change, dispatch: { ...dispatch, ...ended } };
  const outcome = outcomeOf(
    disposition,
    contactFacts(dispatch, false),
    campaignFacts(campaign!),
    campaign!.retryPolicy,
    campaign!.voicemailPolicy,
    endedAt,
  );
  const { status, nextAttemptAt } = outcome;
  return {
    ...change,
    isContactChanged: true,
    reason: outcome.reason ?? standing.reason,
    dispatch: { ...dispatch, ...ended, status, nextAttemptAt, lastDisposition: disposition },
  };
}

/** The call of the first report, or else the one that ingest has linked (dispatch section 5). */
function afterNaming(standing: DispatchStanding, callId: string | undefined): DispatchStanding {
  const { dispatch } = standing;
  if (callId === undefined || (dispatch.callId !== null && !dispatch.isCallLinked)) return standing;
  return { ...standing, isContactChanged: true, dispatch: { ...dispatch, callId, isCallLinked: false } };
}

function afterProgress(
  standing: DispatchStanding,
  said: 'dialing' | 'in_call',
  sequence: number,
  now: Date,
): DispatchStanding {
  const { dispatch } = standing;
  // States never move backwards: a late "dialing" for a call in progress only keeps its lease.
  const state = dispatch.dispatchStatus === 'in_call' ? 'in_call' : said;
  const moved = {
    dispatchStatus: state,
    lastSequence: sequence,
    leaseExpiresAt: leaseEnd(state, now),
  } as const;
  if (dispatch.campaignId === null || state === 'dialing' || dispatch.status === 'in_call')
    return { ...standing, isChanged: true, dispatch: { ...dispatch, ...moved } };
  return {
    ...standing,
    isChanged: true,
    isContactChanged: true,
    dispatch: { ...dispatch, ...moved, status: 'in_call' },
  };
}

/** The statuses that a contact may have reached since its call ended without a report. */
const SINCE_SILENCE: readonly string[] = ['retry_scheduled', 'failed', 'cancelled', 'expired'];

/**
 * Whether a report comes too late. A late end of a dispatch whose runtime was presumed gone still
 * counts once, unless the contact was claimed again or its person erased: otherwise a person who
 * was reached would be called again (dispatch 3.4).
 */
function isSettled(dispatch: ReportedDispatch, { state }: DispatchReport): boolean {
  if (dispatch.dispatchStatus !== 'ended') return false;
  const wasSilent = dispatch.disposition === 'system_failed' && endedAfterLease(dispatch, dispatch.endedAt!);
  if (state !== 'ended' || !wasSilent) return true;
  // A single call is never made again.
  if (dispatch.campaignId === null) return dispatch.isErased;
  const isErased = dispatch.phoneEncrypted.length === 0;
  const isHandedOutAgain = dispatch.attemptCount !== dispatch.attemptNumber;
  return isErased || isHandedOutAgain || !SINCE_SILENCE.includes(dispatch.status);
}
