import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { PepperedHashes } from '../../../core/privacy/keys/peppered-hashes.js';
import { emailIdentity } from '../rules/email-identity.policy.js';

// 256 bits: no number of requests is enough to guess one.
const TOKEN_BYTES = 32;

/**
 * Hashes of addresses and tokens, under keys of the deployment. Each is a list of valid hashes, of
 * which the first is the one to store.
 */
@Injectable()
export class EmailSecrets {
  private readonly hashes: PepperedHashes;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.hashes = new PepperedHashes(apiKeys, 'email routing');
  }

  /** The same for every spelling of an address, in all clients and environments. */
  hashesOfEmail(email: string): readonly [Buffer, ...Buffer[]] {
    return this.hashes.valid('email', emailIdentity(email));
  }

  /** A token in the link of a mail: 43 characters of base64url (email-routing 3.1). */
  newToken(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  hashesOfToken(token: string): readonly [Buffer, ...Buffer[]] {
    return this.hashes.valid('token', token);
  }

  /**
   * The unsubscribe tokens that an address can have; derived, so that none need be stored while the
   * pepper is the same. A new address has the first.
   */
  unsubscribeTokens(addressId: string): readonly [string, ...string[]] {
    const [first, ...others] = this.hashes.valid('unsubscribe', addressId);
    return [textOf(first), ...others.map(textOf)];
  }
}

const textOf = (mac: Buffer): string => mac.toString('base64url');
