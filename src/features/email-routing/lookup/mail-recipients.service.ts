import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { addressOf, type AddressRow } from './address-rows.js';
import { LIST_ADDRESSES } from './addresses.queries.js';

/** A verified address in the form in which people choose it. */
export interface ChosenRecipient {
  readonly address_id: string;
  readonly label: string;
  readonly email_masked: string;
}

/** The verified addresses of a party, for notices that name their addresses (report-schedules 1.6). */
@Injectable()
export class MailRecipients {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
  ) {}

  /** @param organisation the partner's; null for the customer's addresses */
  async choice(tenant: Tenant, organisation: string | null): Promise<ChosenRecipient[]> {
    const rows = await this.metadata.read(tenant, (db) => verified(db, organisation));
    const shown = await Promise.all(rows.map((row) => addressOf(tenant, this.sealed, row)));
    return shown.map(({ address_id, label, email_masked }) => ({ address_id, label, email_masked }));
  }

  /** The ids of all verified addresses of the party. */
  async ids(db: StoreReader, organisation: string | null): Promise<ReadonlySet<string>> {
    return new Set((await verified(db, organisation)).map(({ address_id: id }) => id));
  }
}

const verified = async (db: StoreReader, organisation: string | null): Promise<AddressRow[]> =>
  (await db.query<AddressRow>(LIST_ADDRESSES, [organisation])).filter(({ status }) => status === 'verified');
