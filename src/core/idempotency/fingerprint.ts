import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Digest } from '../kernel/reservation.js';

/**
 * A fingerprint in the making: HMAC-SHA-256 of the request's method, address, If-Match and raw body. The address is part
 * of it, because a key that came back for another resource must not be answered with this one; the guard, because the
 * same edit of what another person has changed meanwhile is another request. It is keyed, because a short secret in a body
 * could be guessed from a plain hash.
 */
export const beginFingerprint = (key: KeyObject, method: string, url: string, guard = ''): Digest =>
  createHmac('sha256', key).update(JSON.stringify(['idempotency', method, url, guard]));
