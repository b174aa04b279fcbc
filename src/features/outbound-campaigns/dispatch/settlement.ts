import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import { CAMPAIGN_DUE } from '../lookup/schedule-marks.js';
import { campaignFacts, contactFacts } from '../rules/facts-of.js';
import type { Disposition } from '../rules/statuses.js';
import { ATTEMPT_FAILED } from './breaker.work.js';
import type { DialledCampaign } from './candidate.js';
import { outcomeOf } from './outcome.policy.js';
import type { Outcome } from './outcome.policy.js';
import type { OpenDispatch } from './report.queries.js';
import { LEFT_TO_CALL, SETTLE } from './report.queries.js';
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

/**
 * With so few contacts left each end asks whether the campaign is through. Two ends at the same time do not see each other, so
 * that the very last alone would not do; more than these never end in the same moment.
 */
const LAST_FEW = 50;

const FAILURES: readonly Disposition[] = ['carrier_failed', 'system_failed'];

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
  await askForLooks(tx, endings, ids);
}

/** Has the worker look at campaigns that may be through, and at those whose calls fail. */
async function askForLooks(
  tx: Statements,
  endings: readonly Ending[],
  campaignIds: ReadonlySet<string>,
): Promise<void> {
  const failed = endings.filter(({ disposition }) => FAILURES.includes(disposition));
  const failing = new Set(failed.map(({ dispatch }) => dispatch.campaignId));
  await appendMarks(
    tx,
    ATTEMPT_FAILED,
    [...failing].map((id) => ({ payload: { campaign_id: id } })),
  );
  for (const id of campaignIds) {
    const [left] = await tx.query<{ contacts: number }>(LEFT_TO_CALL, [id]);
    if (left!.contacts > LAST_FEW) continue;
    await appendMarks(tx, CAMPAIGN_DUE, [{ key: id, payload: { campaign_id: id } }]);
  }
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
