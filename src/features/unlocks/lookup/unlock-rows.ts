import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { expiresAt, unlockState, type UnlockFacts } from '../rules/unlock-state.policy.js';
import type { UnlockResponse, UnlockSavedResponse } from '../rules/unlock.response.js';
import type { UnlockDecision, UnlockReason } from '../rules/words.js';

/** An unlock as stored. */
export interface UnlockRow {
  readonly unlock_id: string;
  readonly call_id: string;
  readonly kinds: readonly PiiKind[];
  readonly reason_code: UnlockReason;
  readonly note_encrypted: Buffer | null;
  readonly requested_at: Date;
  readonly requested_by: string;
  readonly requested_role: PortalRole;
  readonly decision: UnlockDecision | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly first_look_at: Date | null;
  readonly looks: number;
  readonly ended_at: Date | null;
  readonly ended_by: string | null;
}

export const UNLOCK_COLUMNS = `u.unlock_id, u.call_id, u.kinds, u.reason_code, u.note_encrypted, u.requested_at, u.requested_by,
       u.requested_role, u.decision, u.decided_at, u.decided_by, u.first_look_at, u.looks, u.ended_at, u.ended_by`;

/** The unlock $4 of the call $3, locked until the transaction ends. */
export const LOCK_UNLOCK = namedQuery('unlock_lock')`
SELECT ${UNLOCK_COLUMNS}
  FROM call_pii_unlocks u
 WHERE u.client_id = $1 AND u.data_env = $2 AND u.call_id = $3 AND u.unlock_id = $4::uuid
   FOR UPDATE`;

export const factsOf = (row: UnlockRow): UnlockFacts => ({
  requestedAt: row.requested_at,
  decision: row.decision,
  decidedAt: row.decided_at,
  firstLookAt: row.first_look_at,
  endedAt: row.ended_at,
});

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** The answer to a change. */
export const savedUnlock = (row: UnlockRow, now: Date): UnlockSavedResponse => ({
  unlock_id: row.unlock_id,
  call_id: row.call_id,
  state: unlockState(factsOf(row), now),
  expires_at_utc: iso(expiresAt(factsOf(row))),
});

/** @param note the opened note */
export const toUnlock = (row: UnlockRow, note: string | null, now: Date): UnlockResponse => ({
  ...savedUnlock(row, now),
  kinds: [...row.kinds],
  reason_code: row.reason_code,
  note,
  requested_at_utc: row.requested_at.toISOString(),
  requested_by: row.requested_by,
  requested_role: row.requested_role,
  decided_at_utc: iso(row.decided_at),
  decided_by: row.decided_by,
  first_look_at_utc: iso(row.first_look_at),
  looks: row.looks,
  ended_at_utc: iso(row.ended_at),
  ended_by: row.ended_by,
});
