import { percentage } from '../../../core/http/fields/numbers.policy.js';
import { availableUnder, type CapacityLimit } from '../../capacity/rules/figures.policy.js';
import type { OverviewRow } from './overview.queries.js';
import type { CapacityItem } from './overview.response.js';

/** An item in responses (capacity 5.3). */
export function toCapacityItem(clientId: string, row: OverviewRow, nowUtc: string): CapacityItem {
  const client = limitOf(row.client_limit, row.client_reserved);
  const own = limitOf(row.concurrency_limit, row.reserved_inbound);
  const clientUse = { inbound: row.client_inbound, outbound: row.client_outbound };
  const inUse = row.inbound + row.outbound;
  return {
    client_id: clientId,
    project_id: row.project_id === '' ? null : row.project_id,
    concurrency_limit: own?.concurrencyLimit ?? null,
    in_use: inUse,
    reserved_inbound: own?.reservedInbound ?? 0,
    available: client
      ? Math.min(availableUnder(client, clientUse), own ? availableUnder(own, row) : Number.POSITIVE_INFINITY)
      : 0,
    utilisation_percent: own ? percentage(inUse, own.concurrencyLimit) : null,
    queued: row.queued,
    blocked_last_hour: row.blocked,
    updated_at_utc: nowUtc,
  };
}

const limitOf = (limit: number | null, reserved: number | null): CapacityLimit | null =>
  limit === null ? null : { concurrencyLimit: limit, reservedInbound: reserved ?? 0 };
