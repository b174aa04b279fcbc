import type { StoreReader } from '../unit-of-work/unit-of-work.js';
import { LEAVE_EFFECT } from './outbox.queries.js';
import { effectValues, type Reservation } from '../unit-of-work/reservation.js';

/**
 * Stores the response of an idempotent request in the transaction of its effect in a tenant store;
 * later it completes the record (docs/architecture.md, "Idempotency"). It first writes the row and
 * then checks who holds the key: a request that takes over the key after that check finds the row,
 * and the check sees a request that took it over before. So only one transaction of a key commits,
 * and a row may be deleted once its record is complete.
 * @param now the instant of the effect
 * @throws 409 if another request has taken over the work or has done it
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
    throw new Error("The route does not declare that its effect is in the tenant's store.");
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
