import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { openBox, sealBox } from '../../../core/privacy/aes-gcm.js';
import { derivedKey } from '../../../core/privacy/keys/derived-key.js';

/** 256 bits in the form that cookies and addresses can have. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Hashes and seals what is stored of sign-ins in progress. They last for ten minutes, so a new pepper
 * ends them.
 */
@Injectable()
export class SsoSecrets {
  private readonly hashing: KeyObject;
  private readonly sealing: KeyObject;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.hashing = derivedKey(apiKeys.pepper, 'single sign-on hashing');
    this.sealing = derivedKey(apiKeys.pepper, 'single sign-on sealing');
  }

  hash(label: 'state' | 'browser', secret: string): Buffer {
    return createHmac('sha256', this.hashing).update(`${label}\0${secret}`).digest();
  }

  seal(place: string, value: object): Buffer {
    return sealBox(this.sealing, place, Buffer.from(JSON.stringify(value)));
  }

  /** @throws Error if it was sealed for another place */
  open(place: string, sealed: Buffer): unknown {
    return JSON.parse(openBox(this.sealing, place, sealed).toString());
  }
}
