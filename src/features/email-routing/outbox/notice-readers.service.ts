import { Injectable } from '@nestjs/common';
import { PortalIdentities } from '../../../core/auth/portal-identities.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { organisationOf, type Tenant } from '../../../core/shared/auth-context.js';
import { NoticeKinds } from '../lookup/notice-kinds.service.js';
import type { AddressStatus } from '../rules/address-words.js';

/** A notice, and its address in the state at the time of sending. */
export interface AddressToMail {
  readonly kind: string;
  readonly facts: object;
  readonly status: AddressStatus;
  /** The person who manages the address. */
  readonly created_by: string;
  readonly organisation_id: string | null;
}

/** Decides whether an address may get a notice now (email-routing 6.4). */
@Injectable()
export class NoticeReaders {
  constructor(
    private readonly kinds: NoticeKinds,
    private readonly identities: PortalIdentities,
  ) {}

  kindOf({ kind }: { readonly kind: string }): ReturnType<NoticeKinds['of']> {
    return this.kinds.of(kind);
  }

  /** @returns why it may not get the notice; null if it may */
  async obstacle(tenant: Tenant, address: AddressToMail): Promise<string | null> {
    if (address.status !== 'verified') return 'address_not_verified';
    const { created_by: id } = address;
    const person = isGivenId(id) ? await this.identities.actingFor(id, tenant) : null;
    if (person === null || organisationOf(person) !== address.organisation_id) return 'person_without_role';
    // A notice of a kind from a newer version waits for a worker that knows the kind.
    this.kindOf(address);
    return (await this.kinds.readableBy(person)([address])).length === 0 ? 'topic_not_readable' : null;
  }
}
