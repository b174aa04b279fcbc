import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../testing/show';
import { ClientChoice } from './ClientChoice';
import { WithoutRole } from './WithoutRole';

const SESSION = aSession({ 'client-a': 'partner_admin', 'client-b': 'partner_user' }, [
  'listPartnerClients',
  'listPartnerClientUsers',
]);
const owned = { client: { client_id: 'client-c', business_name: 'Business of client-c' } };

describe('the client of the whole portal', () => {
  const choice = <ClientChoice session={SESSION} />;
  const combobox = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Client' });

  // partner-clients 7.1
  it('is chosen by name: the list of its kind follows, without what belongs to the one before', async () => {
    const { user, search, path } = show(choice, {
      at: '/calls/call-1?range=30&zone=UTC&project_id=front&client_id=client-a',
      session: SESSION,
    });
    await user.click(await combobox());
    await user.click(await screen.findByRole('option', { name: 'Business of client-b' }));
    await waitFor(() =>
      expect([path(), search()]).toEqual(['/calls', { range: '30', zone: 'UTC', client_id: 'client-b' }]),
    );
    expect((await combobox()).value).toBe('Business of client-b');
    await user.click(screen.getByRole('button', { name: 'Back to your own client' }));
    await waitFor(() => expect(search()).toMatchObject({ client_id: 'client-a' }));
  });

  it('says its id where two have one name', async () => {
    const session = structuredClone(SESSION);
    for (const it of session.assignments) it.business_name = 'Dental';
    const { user } = show(<ClientChoice session={session} />, { session });
    await user.click(await combobox());
    await screen.findByRole('option', { name: 'Dental (client-b)' });
  });

  // partner-clients 2.3
  it('is named also where the organisation owns it and nobody has assigned the person', async () => {
    show(choice, {
      at: '/calls?client_id=client-c',
      session: SESSION,
      answers: { 'GET /partner-clients/client-c': owned },
    });
    await waitFor(async () => expect((await combobox()).value).toBe('Business of client-c'));
  });
});

describe('a page of a client that the person has no role for', () => {
  const page = <WithoutRole session={SESSION} clientId="client-c" />;

  it('says so of a client of their organisation, and leads to the assignment', async () => {
    show(page, { session: SESSION, answers: { 'GET /partner-clients/client-c': owned } });
    await screen.findByRole('heading', { name: 'Business of client-c is not assigned to you' });
    const link = screen.getByRole('link', { name: 'Assign people' });
    expect(link.getAttribute('href')).toBe('/settings?tab=clients&client=client-c');
  });

  it('is as absent as any other page for a foreign one', async () => {
    show(page, { session: SESSION });
    await screen.findByRole('heading', { name: 'There is no such page, or you cannot see it' });
  });
});
