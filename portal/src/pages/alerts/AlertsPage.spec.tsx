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

  // alerts 2.6
  it.each([0, 1])(
    'shows a partner_user without a project the %i alerts of the client, and whom to ask for one',
    async (count) => {
      const ending = {
        alert_id: 'a',
        kind: 'api_key_ends',
        reason: 'expires',
        severity: 'warning',
        subject: { type: 'api_key', id: 'k', label: 'Nightly sync' },
        project_id: null,
        since_utc: '2026-11-20T00:00:00.000Z',
        due_at_utc: null,
        state: 'open',
        told: null,
      };
      show(<AlertsPage />, {
        session: aSession({ 'client-a': 'partner_user' }, ['listApiKeys', 'listAlerts']),
        answers: {
          'GET /projects': { items: [] },
          'GET /alerts': { ...none, items: count === 0 ? [] : [ending], open_count: count },
        },
      });
      await screen.findByRole('heading', { level: 2, name: /^No project of Business of client-a/ });
      expect(screen.queryAllByRole('link', { name: 'Nightly sync' })).toHaveLength(count);
      expect(screen.queryByText('Nothing needs your attention')).toBeNull();
    },
  );
});
