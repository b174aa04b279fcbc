import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../../testing/show';
import { AlertsPage } from './AlertsPage';

const none = {
  items: [],
  pagination: { page: 1, page_size: 20, total_records: 0, total_pages: 1 },
  open_count: 0,
  unavailable_kinds: [],
  as_of_utc: '2026-11-27T08:00:00.000Z',
};
const shown = (invoice_status: string, operations: Parameters<typeof aSession>[1]) =>
  show(<AlertsPage />, {
    session: aSession({ 'client-a': 'client_admin' }, operations),
    answers: { 'GET /alerts': none, 'GET /billing/overview': { billing: { invoice_status } } },
  });

describe('the page of alerts', () => {
  it('says that an invoice is overdue, and leads to it', async () => {
    shown('overdue', ['getBillingOverview']);
    await screen.findByText('An invoice is overdue.');
    expect(screen.getByRole('link', { name: 'Invoices' }).getAttribute('href')).toBe(
      '/billing?client_id=client-a&invoice_status=open',
    );
  });

  it.each([
    ['has paid', 'current', ['getBillingOverview']],
    ['may not see charges', 'overdue', []],
  ] as const)('says nothing of invoices to a person who %s', async (_, status, operations) => {
    const { asked } = shown(status, operations);
    await screen.findByText('Nothing needs your attention');
    expect(screen.queryByText('An invoice is overdue.')).toBeNull();
    expect(asked.some(({ path }) => path === '/billing/overview')).toBe(operations.length > 0);
  });
});
