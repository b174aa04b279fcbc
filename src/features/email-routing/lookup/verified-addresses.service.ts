import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { readEmail } from '../rules/email-identity.policy.js';
import { VERIFIED_ADDRESSES } from './addresses.queries.js';
import { EmailSecrets } from './email-secrets.js';

/** Whether the owner of an address, in any spelling, has confirmed it for the client. */
export type IsVerified = (email: string) => boolean;

/**
 * Finds the addresses of a client, of all parties, that their owners have confirmed (email-routing
 * 4.1).
 */
@Injectable()
export class VerifiedAddresses {
  constructor(private readonly secrets: EmailSecrets) {}

  async in(db: StoreReader): Promise<IsVerified> {
    const rows = await db.query<{ email_hash: Buffer }>(VERIFIED_ADDRESSES);
    const verified = new Set(rows.map(({ email_hash: hash }) => hash.toString('hex')));
    return (text) => {
      const email = readEmail(text);
      return (
        email !== null && this.secrets.hashesOfEmail(email).some((hash) => verified.has(hash.toString('hex')))
      );
    };
  }
}
