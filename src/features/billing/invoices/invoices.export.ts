import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  namesIn,
} from '../../../core/account-export/account-export.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { findConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import { InvoiceNames } from './invoice-names.service.js';
import { toInvoiceRecord } from './invoice-record.js';
import { walkInvoices } from './invoice-walk.policy.js';

const PAGE = 100;

/** The invoices of the client, from the provider. */
@ContributesToExport()
export class InvoicesExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'invoices',
      section: 'billing',
      store: null,
      about: 'An invoice, in units of its currency. Its PDF is on the billing page.',
      columns: namesIn(`
        invoice_id number status currency total_amount amount_due amount_paid amount_remaining
        issued_at due_date paid_at period_start period_end description
      `),
      rows: ({ auth }) => this.invoices(auth),
    },
  ];

  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
    private readonly names: InvoiceNames,
  ) {}

  /** @throws 429 and 503 of the provider */
  private async *invoices(auth: AuthContext): AsyncIterable<ExportedRow> {
    const found = await this.metadata.read(auth, (db) => findConfiguration(db, auth));
    const customerId = found?.plan.providerCustomerId ?? null;
    if (customerId === null) return;
    for (let after: string | null = null; ;) {
      const slice = await walkInvoices([], PAGE, after, (query) =>
        this.provider.invoices({ ...query, customerId }),
      );
      const names = await this.names.of(
        auth,
        slice.invoices.map((it) => it.providerInvoiceId),
      );
      for (const it of slice.invoices) yield { ...toInvoiceRecord(it, names.get(it.providerInvoiceId)!) };
      if (slice.next === null) return;
      after = slice.next;
    }
  }
}
