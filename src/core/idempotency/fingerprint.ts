import { createHmac, type KeyObject } from 'node:crypto';
import type { Digest } from '../database/unit-of-work/reservation.js';
import type { IdempotencyRule } from './idempotency-rule.js';

/**
 * A fingerprint in the making: HMAC-SHA-256 of the request's method, address, If-Match and raw
 * body. The address is part of it, because a key that came back for another resource must not be
 * answered with this one; the guard, because the same edit of what another person has changed
 * meanwhile is another request. It is keyed, because a short secret in a body could be guessed from
 * a plain hash.
 */
export const beginFingerprint = (key: KeyObject, method: string, address: string, guard = ''): Digest =>
  createHmac('sha256', key).update(JSON.stringify(['idempotency', method, address, guard]));

/**
 * The address of a request as far as it says what is asked for (requests 5.4): the tenant is part
 * of the key already, whether or not it was named, and a request that is a dry run does not come
 * this far.
 */
export function addressOf(url: string, { dryRun }: Pick<IdempotencyRule, 'dryRun'>): string {
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.delete('client_id');
  if (dryRun !== undefined) query.delete(dryRun);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
