import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import { campaignFacts, contactFacts } from '../rules/facts-of.js';
import type { Disposition } from '../rules/statuses.js';
import { ATTEMPT_ENDED, LOOK_AFTER_MS } from './attempt-ends.work.js';
import type { DialledCampaign } from './candidate.js';
import { outcomeOf } from './outcome.policy.js';
import type { Outcome } from './outcome.policy.js';
import type { OpenDispatch } from './report.queries.js';
import { SETTLE } from './report.queries.js';
import { CAMPAIGNS_TO_DIAL } from './take.queries.js';

/** How one dispatch has ended. */
export interface Ending {
  readonly dispatch: OpenDispatch;
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
 */
export async function settle(tx: Statements, endings: readonly Ending[], now: Date): Promise<void> {
  const ids = new Set(endings.map(({ dispatch }) => dispatch.campaignId));
  const rows = await tx.query<DialledCampaign>(CAMPAIGNS_TO_DIAL, [[...ids]]);
  const campaigns = new Map(rows.map((row) => [row.campaignId, row]));
  const outcomes = endings.map((ending) => outcomeFor(ending, campaigns.get(ending.dispatch.campaignId)!));
  await tx.query(SETTLE, [
    endings.map(({ dispatch }) => dispatch.dispatchId),
    endings.map(({ disposition }) => disposition),
    endings.map(({ endedAt }) => endedAt),
    endings.map(({ sequence }) => sequence),
    endings.map(({ callId }) => callId),
    endings.map(({ dispatch }) => dispatch.campaignId),
    endings.map(({ dispatch }) => dispatch.contactId),
    outcomes.map(({ status }) => status),
    outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
    outcomes.map(({ reason }) => reason),
    now,
  ]);
  // The worker sees whether the campaigns are through, or fail too often.
  const looks = [...ids].map((id) => ({ payload: { campaign_id: id } }));
  await appendMarks(tx, ATTEMPT_ENDED, looks, new Date(now.getTime() + LOOK_AFTER_MS));
}

const outcomeFor = ({ dispatch, disposition, endedAt }: Ending, campaign: DialledCampaign): Outcome =>
  outcomeOf(
    disposition,
    contactFacts(dispatch, false),
    campaignFacts(campaign),
    campaign.retryPolicy,
    campaign.voicemailPolicy,
    endedAt,
  );
