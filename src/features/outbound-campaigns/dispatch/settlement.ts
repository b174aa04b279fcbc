import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import { campaignFacts, contactFacts } from '../rules/facts-of.js';
import type { Disposition } from '../rules/statuses.js';
import { ATTEMPT_ENDED, LOOK_AFTER_MS } from './attempt-ends.work.js';
import type { DialledCampaign } from './candidate.js';
import { outcomeOf } from './outcome.policy.js';
import type { Outcome } from './outcome.policy.js';
import type { OpenDispatch, SingleDispatch } from './report.queries.js';
import { SETTLE } from './report.queries.js';

/** How one dispatch has ended. */
export interface Ending {
  readonly dispatch: OpenDispatch | SingleDispatch;
  readonly disposition: Disposition;
  readonly endedAt: Date;
  /** Of the report that says so; of one that nobody reported, the last that was known. */
  readonly sequence: number;
  readonly callId: string | null;
}

/** The statements that ending dispatches needs: those of a unit of work, and of work with leases. */
type Statements = Pick<UnitOfWork, 'query'>;

/**
 * Ends dispatches that are locked, and says what becomes of their contacts (dispatch section 4).
 * @param held their campaigns, which were locked before them
 */
export async function settle(
  tx: Statements,
  held: readonly DialledCampaign[],
  endings: readonly Ending[],
  now: Date,
): Promise<void> {
  const campaigns = new Map(held.map((row) => [row.campaignId, row]));
  const outcomes = endings.map((ending) => outcomeFor(ending, campaigns));
  await tx.query(SETTLE, [
    endings.map(({ dispatch }) => dispatch.dispatchId),
    endings.map(({ disposition }) => disposition),
    endings.map(({ endedAt }) => endedAt),
    endings.map(({ sequence }) => sequence),
    endings.map(({ callId }) => callId),
    endings.map(({ dispatch }) => dispatch.campaignId),
    endings.map(({ dispatch }) => dispatch.contactId),
    outcomes.map((it) => it?.status ?? null),
    outcomes.map((it) => it?.nextAttemptAt ?? null),
    outcomes.map((it) => it?.reason ?? null),
    now,
  ]);
  // The worker sees whether the campaigns are through, or fail too often.
  const ids = new Set(endings.map(({ dispatch }) => dispatch.campaignId).filter((id) => id !== null));
  const looks = [...ids].map((id) => ({ payload: { campaign_id: id } }));
  await appendMarks(tx, ATTEMPT_ENDED, looks, new Date(now.getTime() + LOOK_AFTER_MS));
}

/** What becomes of the contact; null where there is none, as of a single call: that is one attempt (dispatch 7.7). */
function outcomeFor(
  { dispatch, disposition, endedAt }: Ending,
  campaigns: ReadonlyMap<string, DialledCampaign>,
): Outcome | null {
  if (dispatch.campaignId === null) return null;
  const campaign = campaigns.get(dispatch.campaignId)!;
  return outcomeOf(
    disposition,
    contactFacts(dispatch, false),
    campaignFacts(campaign),
    campaign.retryPolicy,
    campaign.voicemailPolicy,
    endedAt,
  );
}
