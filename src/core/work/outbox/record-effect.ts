import type { StoreReader } from '../../database/unit-of-work/unit-of-work.js';
import { LEAVE_EFFECT } from './outbox.queries.js';
import { effectValues, type Reservation } from '../../database/unit-of-work/reservation.js';

/**
 * Leaves the answer of an idempotent request in the transaction of its effect in a tenant store,
 * from where its record in the metadata store is completed after the commit (docs/architecture.md,
 * "Idempotency").
 *
 * First the row, then the question: one who takes the key over after the question meets the row,
 * which lets one transaction of a key commit; one who has taken it over before is seen. So a row
 * may go as soon as its record is completed, however late the transaction of an earlier holder
 * comes.
 * @param now when the effect is done
 * @throws 409 when another request has taken the work over, or has done it
 */
export async function recordEffect(
  db: Pick<StoreReader, 'query'>,
  reservation: Reservation,
  body: object,
  headers: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const { fingerprint, grant } = reservation;
  const { key, lockToken, expiresAt, keep, effectIn, isHeld } = grant;
  if (effectIn !== 'tenant')
    throw new Error("Its route does not say that the effect lies in the tenant's store.");
  const effect = {
    operation: key.operation,
    key_hash: key.keyHash,
    actor: key.actor,
    lock_token: lockToken,
    fingerprint,
    completed_at: now,
    expires_at: expiresAt,
    ...keep(body, headers),
  };
  const left = await db.query(LEAVE_EFFECT, effectValues(effect));
  if (left.length === 0 || !(await isHeld())) {
    reservation.isContested = true;
    throw reservation.taken();
  }
  reservation.effect = effect;
  reservation.isCompleted = true;
}
