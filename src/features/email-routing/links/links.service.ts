import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { AddressOwners, type OwnedAddress } from '../lookup/address-owners.service.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { LEAVE, VERIFY_ADDRESS } from './links.queries.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The owner of an address confirms it or unsubscribes, by a link of a mail (email-routing section 3). */
@Injectable()
export class LinksService {
  constructor(
    private readonly owners: AddressOwners,
    private readonly metadata: MetadataStore,
    private readonly secrets: EmailSecrets,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a token that is malformed, unknown, used or expired. */
  async verify(token: unknown): Promise<void> {
    const hashes = this.hashesOf(token);
    if (hashes === null) return;
    const [found] = await this.owners.ofToken(hashes);
    if (found)
      await this.change(found, VERIFY_ADDRESS, [hashes, this.clock.now()], EMAIL_ROUTING_ACTIONS.verified);
  }

  /** Does nothing for a token of no address. */
  async unsubscribe(token: unknown): Promise<void> {
    const hashes = this.hashesOf(token);
    if (hashes === null) return;
    const [found] = await this.owners.ofLeaving(hashes);
    if (found) await this.change(found, LEAVE, [this.clock.now()], EMAIL_ROUTING_ACTIONS.unsubscribed);
  }

  private hashesOf(token: unknown): readonly Buffer[] | null {
    return typeof token === 'string' && TOKEN.test(token) ? this.secrets.hashesOfToken(token) : null;
  }

  private change(
    found: OwnedAddress,
    statement: NamedQuery,
    values: readonly unknown[],
    action: AuditAction,
  ): Promise<void> {
    return this.metadata.transaction(systemContext(found, 'mail link'), async (tx) => {
      const [changed] = await tx.query(statement, [found.addressId, ...values]);
      if (changed) await tx.auditDone(action, { address_id: found.addressId });
    });
  }
}
