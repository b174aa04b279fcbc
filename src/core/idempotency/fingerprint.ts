import { createHmac, type KeyObject } from 'node:crypto';
import type { Digest } from '../database/unit-of-work/reservation.js';
import type { IdempotencyRule } from './idempotency-rule.js';

/**
 * Starts a fingerprint: HMAC-SHA-256 of the request's method, address, If-Match and raw body. The
 * address is part of it, because a key that is used again for another resource must not get this
 * answer. The guard is part of it, because the same edit after another person's change is another
 * request. It is keyed, because a short secret in a body could be guessed from a plain hash.
 */
export const beginFingerprint = (key: KeyObject, method: string, address: string, guard = ''): Digest =>
  createHmac('sha256', key).update(JSON.stringify(['idempotency', method, address, guard]));

/**
 * The part of a request's address that identifies its resource (requests 5.4). The tenant is part
 * of the key already, named or not. A dry run ends before this.
 */
export function addressOf(url: string, { dryRun }: Pick<IdempotencyRule, 'dryRun'>): string {
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.delete('client_id');
  if (dryRun !== undefined) query.delete(dryRun);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
