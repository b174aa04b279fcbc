import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { NotRestored } from './not-restored.js';
import { ofTenant } from './restored-tables.js';

interface Hold {
  readonly call: string;
  readonly since: string;
}

/** The calls that are under legal hold now. */
export const readHolds = (live: Reader, tenant: Tenant): Promise<readonly Hold[]> =>
  live.query<Hold & Record<string, unknown>>(
    `SELECT call_id AS call, legal_hold_since::text AS since
       FROM call_index WHERE ${ofTenant(tenant)} AND legal_hold_since IS NOT NULL`,
  );

/**
 * Sets holds again that came after the moment.
 * @throws NotRestored if a call that is under hold would be lost
 */
export async function keepHolds(live: Reader, tenant: Tenant, holds: readonly Hold[]): Promise<void> {
  const kept = await live.query(
    `UPDATE call_index SET legal_hold_since = coalesce(legal_hold_since, since)
       FROM unnest($1::text[], $2::timestamptz[]) AS held (call, since)
      WHERE ${ofTenant(tenant)} AND call_id = call RETURNING call_id`,
    [holds.map(({ call }) => call), holds.map(({ since }) => since)],
  );
  const lost = holds.length - kept.length;
  if (lost > 0)
    throw new NotRestored(`${lost} calls under legal hold are not in the copy: restore to a later moment.`);
}
