import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';

/** A normalised tag: case and composition of accents make no difference. */
export const plainTag = (tag: string): string => tag.trim().normalize('NFC').toLowerCase();

/** The stored hash of a tag (follow-up 2.5). @param key the tenant's matching key */
export const tagHash = (key: TenantKey, tag: string): Buffer =>
  keyedHash(key, 'follow-up-tag', plainTag(tag));
