import { createHmac, type KeyObject } from 'node:crypto';
import type { Digest } from '../database/unit-of-work/reservation.js';
import type { IdempotencyRule } from './idempotency-rule.js';

/**
 * Starts a fingerprint: HMAC-SHA-256 of method, address, If-Match and raw body. The address keeps a
 * key that is reused for another resource from getting this response; If-Match makes an edit after
 * another person's change another request. Keyed, because a plain hash of a short secret could be
 * guessed.
 */
export const beginFingerprint = (key: KeyObject, method: string, address: string, guard = ''): Digest =>
  createHmac('sha256', key).update(JSON.stringify(['idempotency', method, address, guard]));

/**
 * The part of a request's address that identifies its resource (requests 5.4). The tenant is
 * already part of the key.
 */
export function addressOf(url: string, { dryRun }: Pick<IdempotencyRule, 'dryRun'>): string {
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.delete('client_id');
  if (dryRun !== undefined) query.delete(dryRun);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
