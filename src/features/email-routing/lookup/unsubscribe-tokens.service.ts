import { Injectable } from '@nestjs/common';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { placeOfAddress } from './address-rows.js';
import { EmailSecrets } from './email-secrets.js';

export interface UnsubscribeRow {
  readonly address_id: string;
  readonly unsubscribe_hash: Buffer;
  /** null while the pepper is the one with which the token was created. */
  readonly unsubscribe_sealed: Buffer | null;
}

/** The token to unsubscribe, the same in all mails to an address (email-routing 3.5). */
@Injectable()
export class UnsubscribeTokens {
  constructor(
    private readonly secrets: EmailSecrets,
    private readonly sealed: SealedValues,
  ) {}

  async of(tenant: Tenant, row: UnsubscribeRow): Promise<string> {
    const { address_id: id, unsubscribe_hash: stored, unsubscribe_sealed: sealed } = row;
    if (sealed !== null)
      return this.sealed.open(tenant, placeOfAddress(tenant, id, 'unsubscribe_sealed'), sealed);
    const tokens = this.secrets.unsubscribeTokens(id);
    const isStored = (token: string): boolean =>
      this.secrets.hashesOfToken(token).some((hash) => hash.equals(stored));
    return tokens.find(isStored) ?? tokens[0];
  }
}
