import { BOX_OVERHEAD, openBox, sealBox } from '../aes-gcm.js';
import type { FieldAddress } from '../../registry/sealed-table.js';
import { DecryptionError } from '../privacy.errors.js';
import type { TenantKey } from './tenant-keys.js';

export type { FieldAddress };

/** First byte of a sealed value; another layout gets another number. */
const VERSION = 1;

// JSON quotes each part, so no separator in a part can turn one address into another.
const associated = (at: FieldAddress): string =>
  JSON.stringify([at.clientId, at.dataEnv, at.table, at.column, at.row]);

/**
 * Seals one field: version, length of the key id, key id, nonce, tag, ciphertext.
 * @param plaintext any text; a lone surrogate comes back as U+FFFD
 */
export function sealField(key: TenantKey, address: FieldAddress, plaintext: string): Buffer {
  return Buffer.concat([
    sealedStart(key.keyId),
    sealBox(key.key, associated(address), Buffer.from(plaintext)),
  ]);
}

/** The first bytes of every value that a key has sealed. */
export function sealedStart(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  if (id.length === 0 || id.length > 255) throw new Error('A key id has 1 to 255 bytes');
  return Buffer.concat([Buffer.of(VERSION, id.length), id]);
}

/**
 * Opens a field of sealField.
 * @throws DecryptionError when the key, the address or any byte differs
 */
export function openField(key: TenantKey, address: FieldAddress, sealed: Buffer): string {
  if (sealedKeyId(sealed) !== key.keyId) throw new DecryptionError();
  try {
    return openBox(key.key, associated(address), sealed.subarray(boxStart(sealed))).toString();
  } catch {
    throw new DecryptionError();
  }
}

/**
 * The id of the key that opens a sealed value.
 * @throws DecryptionError for another layout
 */
export function sealedKeyId(sealed: Buffer): string {
  const start = boxStart(sealed);
  if (sealed[0] !== VERSION || start === 2 || sealed.length < start + BOX_OVERHEAD)
    throw new DecryptionError();
  return sealed.toString('utf8', 2, start);
}

const boxStart = (sealed: Buffer): number => 2 + (sealed[1] ?? 0);
