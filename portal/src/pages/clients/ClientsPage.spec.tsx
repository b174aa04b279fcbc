import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../../testing/show';
import { ClientsPage } from './ClientsPage';

const aClient = (n: number) => ({
  client_id: `client-${n}`,
  business_name: `Practice ${n}`,
  status: 'active',
  projects: { state: 'ready', count: 1 },
  draft_count: { state: 'ready', count: 0 },
  open_support_count: { state: 'unavailable', count: null },
});

describe('the page of clients', () => {
  const session = aSession({ 'client-a': 'partner_admin' }, ['listPartnerClients', 'createPartnerClient']);

  // partner-clients 3.1
  it('finds one of many without a request', async () => {
    const items = Array.from({ length: 200 }, (_, n) => aClient(n));
    const { user, asked } = show(<ClientsPage />, {
      session,
      answers: { 'GET /partner-clients': { items } },
    });
    await screen.findByText('Practice 0');
    screen.getByRole('button', { name: 'Show more (140 left)' });
    await user.click(screen.getByLabelText('Find a client'));
    await user.paste('practice 187');
    await screen.findByText('Practice 187');
    expect(screen.getAllByText(/^Practice /)).toHaveLength(1);
    expect(asked.filter(({ path }) => path === '/partner-clients')).toHaveLength(1);
  });

  it('says what an administrator does where there are none', async () => {
    show(<ClientsPage />, { session, answers: { 'GET /partner-clients': { items: [] } } });
    await screen.findByText('No clients yet');
    screen.getByRole('link', { name: /settings/i });
  });
});
