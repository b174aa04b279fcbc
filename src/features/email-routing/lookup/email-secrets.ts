import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { derivedKey } from '../../../core/privacy/keys/derived-key.js';
import { emailIdentity } from '../rules/email-identity.policy.js';

// 256 bits: no number of requests is enough to guess one.
const TOKEN_BYTES = 32;

/** Hashes of addresses and tokens, under a key of the deployment. */
@Injectable()
export class EmailSecrets {
  private readonly key: KeyObject;

  constructor(@Inject(SETTINGS) { apiKeys }: Settings) {
    this.key = derivedKey(apiKeys.pepper, 'email routing');
  }

  /** The same for every spelling of an address, in all clients and environments. */
  hashOfEmail(email: string): Buffer {
    return this.mac('email', emailIdentity(email));
  }

  /** A token in the link of a mail: 43 characters of base64url (email-routing 3.1). */
  newToken(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  hashOfToken(token: string): Buffer {
    return this.mac('token', token);
  }

  /**
   * The unsubscribe token in all mails to an address (email-routing 3.5); derived, so that it need
   * not be stored.
   */
  unsubscribeToken(addressId: string): string {
    return this.mac('unsubscribe', addressId).toString('base64url');
  }

  private mac(kind: string, value: string): Buffer {
    return createHmac('sha256', this.key).update(`${kind}\0${value}`).digest();
  }
}
