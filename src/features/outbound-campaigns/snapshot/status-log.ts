import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { STATUS_LOG } from './status-log.queries.js';
import type { CampaignStatusChange } from './status-log.response.js';

// More than a campaign that is run, paused and resumed by hand ever has; one that its breaker stops again and again is told by
// its last days.
const LAST_CHANGES = 50;

interface LogRow {
  readonly occurred_at: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly action: string;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly reason: string | null;
}

/** Who or what changed a campaign's status lately, and why (campaigns 2.9). */
export async function statusLogOf(reader: StoreReader, campaignId: string): Promise<CampaignStatusChange[]> {
  const rows = await reader.query<LogRow>(STATUS_LOG, [campaignId, LAST_CHANGES]);
  return rows.map(({ occurred_at, actor_kind, actor_id, action, from_status, to_status, reason }) => ({
    changed_at_utc: occurred_at.toISOString(),
    changed_by_kind: actor_kind,
    changed_by: actor_id,
    action,
    from_status,
    to_status,
    reason,
  }));
}
