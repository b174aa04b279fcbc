import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import { AddressBounces } from '../lookup/address-bounces.service.js';
import { AddressOwners } from '../lookup/address-owners.service.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { readEmail } from '../rules/email-identity.policy.js';

/**
 * Disables an address to which mail cannot be delivered, by an operator's command (email-routing
 * 3.6).
 */
@Injectable()
export class BouncedAddresses {
  constructor(
    private readonly owners: AddressOwners,
    private readonly metadata: MetadataStore,
    private readonly secrets: EmailSecrets,
    private readonly bounces: AddressBounces,
  ) {}

  /**
   * @returns the tenants that had the address and lose it now; null for a text that is not an
   *   address
   */
  async bounce(text: string): Promise<readonly Tenant[] | null> {
    const email = readEmail(text);
    if (email === null) return null;
    const lost: Tenant[] = [];
    for (const found of await this.owners.ofEmail(this.secrets.hashesOfEmail(email))) {
      const isLost = await this.metadata.transaction(systemContext(found, 'admin'), (tx) =>
        this.bounces.bounce(tx, found, found.addressId),
      );
      if (isLost) lost.push(found);
    }
    return lost;
  }
}
