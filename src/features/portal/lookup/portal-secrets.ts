import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { openBox, sealBox } from '../../../core/privacy/keys/aes-gcm.js';
import { derivedKey } from '../../../core/privacy/keys/derived-key.js';

const KEY_BYTES = 32;

/** 256 bits in the form that cookies and addresses can have. */
export const newSecret = (): string => randomBytes(KEY_BYTES).toString('base64url');

/**
 * Hashes and seals the stored values of sessions and sign-ins, under keys that are derived from the
 * pepper: the store alone reveals neither a cookie nor a token (portal-sessions 2.2).
 */
@Injectable()
export class PortalSecrets {
  private readonly hashing: KeyObject;
  private readonly sealing: KeyObject;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.hashing = derivedKey(apiKeys.pepper, 'portal hashing');
    this.sealing = derivedKey(apiKeys.pepper, 'portal sealing');
  }

  /** @param label the kind of value: the same text has unrelated hashes under two labels */
  hash(label: 'session' | 'state' | 'browser', secret: string): Buffer {
    return createHmac('sha256', this.hashing).update(`${label}\0${secret}`).digest();
  }

  /** @param place the address of the value, without which it cannot be opened */
  seal(place: string, value: object): Buffer {
    return sealBox(this.sealing, place, Buffer.from(JSON.stringify(value)));
  }

  /** @throws Error if it was sealed for another place or under another pepper */
  open(place: string, sealed: Buffer): unknown {
    return JSON.parse(openBox(this.sealing, place, sealed).toString());
  }
}
