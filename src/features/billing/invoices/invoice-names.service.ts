import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { INVOICE_AT_PROVIDER, KNOWN_INVOICES, NAME_INVOICES } from './invoices.queries.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Maps the provider's ids to the ids that callers see (billing 8.3). */
@Injectable()
export class InvoiceNames {
  constructor(private readonly metadata: MetadataStore) {}

  /** Our ids for the provider's ids; an invoice keeps its id permanently. */
  async of(auth: AuthContext, providerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (providerIds.length === 0) return new Map();
    const known = await this.metadata.read(auth, (db) => named(db, providerIds));
    const unknown = providerIds.filter((id) => !known.has(id));
    if (unknown.length === 0) return known;
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(NAME_INVOICES, [unknown]);
      return named(tx, providerIds);
    });
  }

  /** The provider's id of an invoice of the tenant; null for any other text. */
  async atProvider(auth: AuthContext, invoiceId: string): Promise<string | null> {
    if (!UUID.test(invoiceId)) return null;
    const [row] = await this.metadata.read(auth, (db) =>
      db.query<{ provider_invoice_id: string }>(INVOICE_AT_PROVIDER, [invoiceId]),
    );
    return row?.provider_invoice_id ?? null;
  }
}

async function named(db: StoreReader, providerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ invoice_id: string; provider_invoice_id: string }>(KNOWN_INVOICES, [
    providerIds,
  ]);
  return new Map(rows.map((row) => [row.provider_invoice_id, row.invoice_id]));
}
