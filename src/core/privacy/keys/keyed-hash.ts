import { createHmac } from 'node:crypto';
import type { TenantKey } from './tenant-keys.js';

/**
 * HMAC-SHA-256 of a value under a tenant's matching key; without the key, values cannot be guessed.
 * Store the key's id with the hash.
 * @param label the kind of value, such as 'caller-number': under two labels, one value has
 *   unrelated hashes
 * @returns 32 bytes
 */
export function keyedHash(key: TenantKey, label: string, value: string): Buffer {
  // The NUL separator is safe because a label cannot contain one.
  if (!/^[a-z][a-z0-9-]*$/.test(label)) throw new Error('A hash label consists of a-z, 0-9 and hyphens');
  return createHmac('sha256', key.key).update(`${label}\0${value}`).digest();
}
