import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openField } from '../../../core/privacy/keys/field-cipher.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { phoneHash, sealPhone } from './phone.js';

const key = (keyId: string): TenantKey => ({ keyId, key: createSecretKey(randomBytes(32)) });
const keys = { encryption: key('seal'), matching: key('match') };
const NUMBER = '+61491570156';
const address = (row: string): FieldAddress => ({
  clientId: 'client-1',
  dataEnv: 'prod',
  table: 'campaign_contacts',
  column: 'phone_encrypted',
  row,
});

describe('the number of a contact', () => {
  const sealed = sealPhone(keys, address('contact-1'), NUMBER);

  it('is found by a keyed hash, shown by its mask, and opens in its own row alone', () => {
    expect(sealed.phoneHash).toEqual(phoneHash(keys.matching, NUMBER));
    expect(sealed).toMatchObject({ phoneHashKeyId: 'match', maskedPhone: '+61 *** *** 156' });
    expect(openField(keys.encryption, address('contact-1'), sealed.phoneEncrypted)).toBe(NUMBER);
    expect(() => openField(keys.encryption, address('contact-2'), sealed.phoneEncrypted)).toThrow();
  });

  it('has the same hash in every row, and another one under another key', () => {
    expect(sealPhone(keys, address('contact-2'), NUMBER).phoneHash).toEqual(sealed.phoneHash);
    expect(phoneHash(key('other'), NUMBER)).not.toEqual(sealed.phoneHash);
  });

  it('appears in clear in none of them', () => {
    for (const part of [sealed.phoneHash, sealed.phoneEncrypted, Buffer.from(sealed.maskedPhone)]) {
      expect(part.includes(NUMBER.slice(3, 9))).toBe(false);
    }
  });
});
