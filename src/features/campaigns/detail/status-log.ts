import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { STATUS_LOG } from './status-log.queries.js';
import type { CampaignStatusChange } from './status-log.response.js';

/** A line of the log; instants are text, as in JSON. */
export interface LoggedChange {
  readonly occurred_at: Date | string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly action: string;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly reason: string | null;
}

/** The latest changes of a campaign's status: their authors and reasons (campaigns 2.9). */
export const statusLogOf = async (reader: StoreReader, campaignId: string): Promise<CampaignStatusChange[]> =>
  toChanges(await reader.query<LoggedChange>(STATUS_LOG, [campaignId]));

export const toChanges = (rows: readonly LoggedChange[]): CampaignStatusChange[] =>
  rows.map(({ occurred_at: at, actor_kind, actor_id, action, from_status, to_status, reason }) => ({
    changed_at_utc: new Date(at).toISOString(),
    changed_by_kind: actor_kind,
    changed_by: actor_id,
    action,
    from_status,
    to_status,
    reason,
  }));
