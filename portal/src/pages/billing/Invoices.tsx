import { Button, Group, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { InvoiceRecord } from '../../api/generated';
import { listInvoicesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { saveFile } from '../../data/save-file';
import { useChangeView } from '../../address/view';
import { useWrite } from '../../data/write';
import { CursorPages } from '../../parts/tables/CursorPages';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Period } from '../../parts/values/Period';
import { Refusal } from '../../parts/Refusal';
import { Empty, Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';

const STATUSES: readonly InvoiceRecord['status'][] = ['draft', 'open', 'paid', 'void', 'uncollectible'];
const PAGE_SIZE = 20;

interface Search {
  readonly invoice_status?: string;
  readonly page_token?: string;
}

/** The overview's status of all invoices (billing 7.4). */
const isOverdue = ({ status, due_date }: InvoiceRecord): boolean =>
  status === 'open' && due_date !== null && new Date(due_date) < new Date();

/** The invoices of the provider, newest first, each with its file. */
export function Invoices({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const { money } = useNumbers();
  const change = useChangeView();
  const search: Search = useSearch({ strict: false });
  const status = STATUSES.find((it) => it === search.invoice_status);
  const invoices = useQuery({
    ...listInvoicesOptions({
      query: {
        client_id: clientId,
        page_size: PAGE_SIZE,
        status_in: status,
        page_token: search.page_token,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const pdf = useWrite((invoice: Pick<InvoiceRecord, 'invoice_id' | 'number'>) =>
    saveFile(
      `/v1/billing/invoices/${encodeURIComponent(invoice.invoice_id)}/pdf`,
      { client_id: clientId },
      `${invoice.number ?? 'invoice'}.pdf`,
    ),
  );
  return (
    <>
      <Group>
        <Select
          size="xs"
          w={180}
          clearable
          aria-label={t('billing.status')}
          placeholder={t('billing.status')}
          data={STATUSES.map((value) => ({ value, label: t(`words.invoice.${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ invoice_status: value ?? undefined, page_token: undefined })}
        />
      </Group>
      <Refusal problem={pdf.problem} />
      <Loaded query={invoices} what={t('billing.invoices')} height={200}>
        {({ invoices: rows, next_page_token: next }) => (
          <>
            {rows.length === 0 && !next ? (
              <Empty
                title={t(status ? 'billing.noInvoiceMatches' : 'billing.noInvoices')}
                next={t(status ? 'billing.noInvoiceMatchesNext' : 'billing.noInvoicesNext')}
              />
            ) : (
              <DataTable
                caption={t('billing.invoices')}
                rows={rows}
                keyOf={(row) => row.invoice_id}
                columns={[
                  {
                    name: 'number',
                    label: t('billing.number'),
                    cell: (row) => row.number ?? t('billing.notIssued'),
                  },
                  {
                    name: 'status',
                    label: t('billing.status'),
                    cell: (row) => (
                      <StatusLabel kind="invoice" value={isOverdue(row) ? 'overdue' : row.status} />
                    ),
                  },
                  {
                    name: 'period',
                    label: t('billing.period'),
                    cell: (row) => <Period from={row.period_start} to={row.period_end} />,
                  },
                  {
                    name: 'issued',
                    label: t('billing.issued'),
                    cell: (row) => <Instant isDate at={row.issued_at} />,
                  },
                  {
                    name: 'due',
                    label: t('billing.dueDate'),
                    cell: (row) => <Instant isDate at={row.due_date} />,
                  },
                  {
                    name: 'total',
                    label: t('billing.total'),
                    isNumber: true,
                    cell: (row) => money(row.total_amount, row.currency),
                  },
                  {
                    name: 'remaining',
                    label: t('billing.remaining'),
                    isNumber: true,
                    cell: (row) => money(row.amount_remaining, row.currency),
                  },
                  {
                    name: 'pdf',
                    label: t('billing.file'),
                    cell: (row) =>
                      row.pdf_available ? (
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={t('billing.pdfOf', { number: row.number ?? row.invoice_id })}
                          loading={pdf.isPending}
                          onClick={() => pdf.send({ invoice_id: row.invoice_id, number: row.number })}
                        >
                          PDF
                        </Button>
                      ) : (
                        t('billing.noPdf')
                      ),
                  },
                ]}
              />
            )}
            <CursorPages next={next} parameter="page_token" />
          </>
        )}
      </Loaded>
    </>
  );
}
