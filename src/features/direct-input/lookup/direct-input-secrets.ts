import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { PepperedHashes } from '../../../core/privacy/keys/peppered-hashes.js';

/**
 * Hashes of the secrets in links and browsers: a store alone opens no form (direct-input 3.2). Each
 * is the list of valid hashes, of which the first is the one to store.
 */
@Injectable()
export class DirectInputSecrets {
  private readonly hashes: PepperedHashes;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.hashes = new PepperedHashes(apiKeys, 'direct input');
  }

  hashesOfToken(token: string): readonly [Buffer, ...Buffer[]] {
    return this.hashes.valid('token', token);
  }

  /**
   * A browser has one cookie for all of its forms. Hashed with the token, it does not reveal which
   * forms belong together.
   */
  hashesOfBrowser(token: string, cookie: string): readonly [Buffer, ...Buffer[]] {
    return this.hashes.valid('browser', `${token}\0${cookie}`);
  }

  /** The hashes of an envelope, with the token that it was sent for. */
  hashesOfEnvelope(token: string, envelope: string): readonly [Buffer, ...Buffer[]] {
    return this.hashes.valid('envelope', `${token}\0${envelope}`);
  }
}
