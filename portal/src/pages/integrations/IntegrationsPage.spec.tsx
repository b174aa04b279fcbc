import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show, type Answers } from '../../testing/show';
import { IntegrationsPage } from './IntegrationsPage';

const session = aSession({ 'client-a': 'partner_admin' }, ['createApiKey', 'createWebhook']);
const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const webhook = (id: string, project_id: string, status: string, disabled_reason: string | null = null) => ({
  webhook_id: id,
  project_id,
  endpoint_url: `https://${id}.example.com/calls`,
  event_types: ['call_ended'],
  status,
  disabled_reason,
  consecutive_failures: 0,
  last_success_at_utc: null,
  last_failure_at_utc: null,
  updated_at_utc: dayFromNow(-1),
  updated_by: 'mei',
  next_attempts: { waiting_count: 0, items: [] },
});
const answers: Answers = {
  'GET /partner/api-keys': {
    items: [
      {
        key_id: 'k',
        description: 'CRM sync',
        status: 'active',
        scope: 'partner_user',
        created_at_utc: dayFromNow(-80),
        expires_at_utc: dayFromNow(10),
        organisation_active: true,
        created_by_active: true,
        updated_at_utc: dayFromNow(-1),
        updated_by: 'mei',
      },
    ],
  },
  'GET /projects': {
    items: [
      { project_id: 'desk', display_name: 'Front desk' },
      { project_id: 'night', display_name: 'After hours' },
    ],
  },
  'GET /portal/webhooks': {
    items: [
      webhook('fine', 'desk', 'active'),
      webhook('off', 'desk', 'disabled', 'by_owner'),
      webhook('given-up', 'night', 'disabled', 'failing'),
      webhook('failing', 'night', 'degraded'),
    ],
  },
  'GET /partner/webhooks/deliveries': { items: [], next_cursor: null, window: { days: 30 } },
};
const NAMES: Answers = {
  'GET /portal/names': {
    items: [{ id: 'mei', kind: 'colleague', display_name: 'Mei Tanaka' }],
  },
};
const shown = (tab: string, more: Answers = {}) =>
  show(<IntegrationsPage />, { at: `/integrations?tab=${tab}`, session, answers: { ...answers, ...more } });

describe('the page of integrations', () => {
  it.each(['constructor', 'toString', 'none'])(
    'shows the first tab where the address names %s',
    async (tab) => {
      shown(tab);
      await screen.findByText('CRM sync');
    },
  );

  // people 6.3
  it.each([
    ['keys', 'API keys'],
    ['webhooks', 'Webhooks'],
  ])('says at the %s who changed them last', async (tab, name) => {
    shown(tab, NAMES);
    const table = await screen.findByRole('table', { name });
    within(table).getByRole('columnheader', { name: 'Last changed' });
    await within(table).findAllByText('Mei Tanaka');
    within(table).getAllByText(tab === 'keys' ? 'Handed over' : 'Settings or switch changed');
  });

  it('says of a key that ends soon in how many days', async () => {
    shown('keys');
    const table = await screen.findByRole('table', { name: 'API keys' });
    within(table).getByText('Ends soon');
    within(table).getByText(/^in (9|10) days$/);
    expect(within(table).queryByText('Active')).toBeNull();
  });

  // webhooks 8.2
  it('hides cancelled deliveries until the person asks for all', async () => {
    const { user, asked, search } = shown('webhooks');
    await screen.findByText(/cancelled ones only with “All”/);
    const statuses = () =>
      asked.filter(({ path }) => path === '/partner/webhooks/deliveries').map(({ query }) => query['status']);
    expect(statuses()).toEqual(['not_cancelled']);
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'All' }));
    await waitFor(() => expect(statuses()).toEqual(['not_cancelled', undefined]));
    expect(search()).toMatchObject({ status: 'all' });
  });

  it('lists the webhooks of all projects, those that fail or are off first, and counts them', async () => {
    shown('webhooks');
    const table = await screen.findByRole('table', { name: 'Webhooks' });
    const hosts = within(table).getAllByText(/^https:/);
    expect(hosts.map(({ textContent }) => new URL(textContent).host.split('.')[0])).toEqual([
      'failing',
      'given-up',
      'off',
      'fine',
    ]);
    await screen.findByRole('tab', { name: /Webhooks.*3 do not deliver/ });
    await within(table).findAllByText('After hours');
  });

  it('opens a webhook of another project than the one of the address', async () => {
    show(<IntegrationsPage />, {
      at: '/integrations?tab=webhooks&project_id=desk&webhook=failing',
      session,
      answers,
    });
    await screen.findByRole('heading', { name: 'https://failing.example.com/calls' });
  });

  it('offers a rotated key an end as far away as that of the old one was', async () => {
    const { user, asked } = shown('keys', {
      'POST /partner/api-keys/k/rotate': new Response(null, { status: 503 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for CRM sync' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }));
    await user.click(await screen.findByRole('button', { name: 'Rotate' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    const { expires_at_utc: end } = asked.find(({ method }) => method === 'POST')!.body as {
      expires_at_utc: string;
    };
    expect(Math.round((Date.parse(end) - Date.now()) / DAY_MS)).toBe(90);
  });
});
