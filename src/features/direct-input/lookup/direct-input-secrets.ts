import { createHmac, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { derivedKey } from '../../../core/privacy/keys/derived-key.js';

/** Hashes of the secrets in links and browsers: a store alone opens no form (direct-input 3.2). */
@Injectable()
export class DirectInputSecrets {
  private readonly key: KeyObject;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.key = derivedKey(apiKeys.pepper, 'direct input');
  }

  hashOfToken(token: string): Buffer {
    return this.hash('token', token);
  }

  /**
   * A browser has one cookie for all of its forms. Hashed with the token, it does not reveal which
   * forms belong together.
   */
  hashOfBrowser(token: string, cookie: string): Buffer {
    return this.hash('browser', `${token}\0${cookie}`);
  }

  /** The hash of an envelope, with the token that it was sent for. */
  hashOfEnvelope(token: string, envelope: string): Buffer {
    return this.hash('envelope', `${token}\0${envelope}`);
  }

  private hash(label: string, secret: string): Buffer {
    return createHmac('sha256', this.key).update(`${label}\0${secret}`).digest();
  }
}
