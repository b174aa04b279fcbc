import type { ApiKeyRecord } from '../../../api/generated';

const DAY_MS = 86_400_000;
/** Like the alert about expiring keys (alerts 2.1). */
const WARNING_DAYS = 14;

type KeyChange = 'created' | 'createdByRotation' | 'rotated' | 'revoked' | 'handedOver';

/** The last change of a key that its record shows. */
export function changeOfKey(row: ApiKeyRecord): KeyChange {
  if (
    row.replaced_by_key_id &&
    row.revoked_at_utc === row.updated_at_utc &&
    row.grace_expires_at_utc === null
  )
    return 'rotated';
  if (row.revoked_at_utc !== null && row.revoked_at_utc === row.updated_at_utc) return 'revoked';
  if (row.updated_at_utc === row.created_at_utc)
    return row.rotated_from_key_id ? 'createdByRotation' : 'created';
  return row.replaced_by_key_id ? 'rotated' : 'handedOver';
}

/**
 * The whole days until a working key ends, while that is soon: within 14 days, or within a third of
 * its life if that is shorter. Otherwise null.
 */
export function daysUntilEnd(row: ApiKeyRecord, now: number): number | null {
  const end = row.grace_expires_at_utc ?? row.expires_at_utc;
  if (!end || (row.status !== 'active' && row.status !== 'grace')) return null;
  const left = Date.parse(end) - now;
  const life = Date.parse(end) - Date.parse(row.created_at_utc);
  const warning = row.status === 'grace' ? Infinity : Math.min(WARNING_DAYS * DAY_MS, life / 3);
  return left > warning ? null : Math.max(0, Math.floor(left / DAY_MS));
}
