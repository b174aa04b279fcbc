import { randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { openBox, sealBox } from '../../../core/privacy/aes-gcm.js';
import { PepperedHashes, pepperedKeys } from '../../../core/privacy/keys/peppered-hashes.js';

const CODES = 10;
// 50 bits each, which cannot be guessed within the limits of the routes.
const CODE_CHARACTERS = 10;
// Without letters and digits that look alike.
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Seals the secrets of factors and hashes recovery codes, under keys that are derived from the pepper. */
@Injectable()
export class FactorSecrets {
  private readonly hashing: PepperedHashes;
  private readonly sealing: readonly [KeyObject, ...KeyObject[]];

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.hashing = new PepperedHashes(apiKeys, 'recovery codes');
    this.sealing = pepperedKeys(apiKeys, 'second factors');
  }

  seal(factorId: string, secret: string): Buffer {
    return sealBox(this.sealing[0], factorId, Buffer.from(secret));
  }

  /** Null if it was sealed under a pepper that is no longer valid: the factor no longer works. */
  open(factorId: string, sealed: Buffer): string | null {
    for (const key of this.sealing) {
      try {
        return openBox(key, factorId, sealed).toString();
      } catch {
        // Sealed under another pepper.
      }
    }
    return null;
  }

  /** New codes, as `XXXXX-XXXXX`. */
  newCodes(): string[] {
    return Array.from({ length: CODES }, () => {
      const text = [...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
      return `${text.slice(0, CODE_CHARACTERS / 2)}-${text.slice(CODE_CHARACTERS / 2)}`;
    });
  }

  /** The hashes under which a person's code may be stored; the first is the one to store. */
  hashesOf(userId: string, code: string): readonly [Buffer, ...Buffer[]] {
    return this.hashing.valid(userId, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  }
}
