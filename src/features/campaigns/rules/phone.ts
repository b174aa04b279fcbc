import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { withFormerNumbers } from '../../../core/shared/phone-numbers/former-numbers.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';

/** The tenant's keys of both purposes. */
export interface PhoneKeys {
  readonly encryption: TenantKey;
  readonly matching: TenantKey;
}

/** The stored forms of a number: for lookups, for dialling, and for display. */
export interface SealedPhone {
  readonly phoneHash: Buffer;
  readonly phoneHashKeyId: string;
  readonly phoneEncrypted: Buffer;
  readonly maskedPhone: string;
}

/**
 * The hash that finds a number's contacts and suppressions.
 * @param e164 strict E.164: another spelling has another hash
 */
export const phoneHash = (matching: TenantKey, e164: string): Buffer =>
  keyedHash(matching, 'contact-number', e164);

/**
 * The hashes that contacts and suppressions with a number may have: under each matching key, and
 * for its former numbers. The first is the one to store.
 * @param keys the current one first
 */
export const phoneHashes = (keys: readonly TenantKey[], e164: string): Buffer[] =>
  keys.flatMap((key) => withFormerNumbers(e164).map((number) => phoneHash(key, number)));

/**
 * Encrypts, hashes and masks a number for storage (campaigns 3.5).
 * @param address of the ciphertext, which can only be opened there
 * @param e164 strict E.164
 * @param hash of it, if already known
 */
export const sealPhone = (
  keys: PhoneKeys,
  address: FieldAddress,
  e164: string,
  hash = phoneHash(keys.matching, e164),
): SealedPhone => ({
  phoneHash: hash,
  phoneHashKeyId: keys.matching.keyId,
  phoneEncrypted: sealField(keys.encryption, address, e164),
  maskedPhone: maskPhone(e164),
});
