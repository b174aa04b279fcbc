import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aSession, show } from '../../../testing/show';
import { useView } from '../../../address/view';
import { changeLanguage } from '../../../texts/texts';
import { useSession } from '../../../session/session';
import { Profile } from './Profile';

function Page() {
  const session = useSession();
  const { zone } = useView();
  return session ? (
    <>
      <Profile session={session} />
      <output>{zone}</output>
    </>
  ) : null;
}

afterEach(() => changeLanguage('en'));

// portal-sessions 6.9
it('is the language and the zone of every page from then on', async () => {
  const session = { ...aSession({ 'client-a': 'client_admin' }), language: null, timezone: 'Asia/Tokyo' };
  const { user, asked } = show(<Page />, {
    session,
    answers: { 'PUT /portal/profile': ({ body }) => body as Record<string, unknown> },
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Asia/Tokyo'));
  await user.click(screen.getByRole('combobox', { name: 'Language' }));
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }));
  await screen.findByText('Ihr Profil ist gespeichert.');
  expect(asked.at(-1)?.body).toEqual({ language: 'de', timezone: 'Asia/Tokyo' });
  await user.click(screen.getByRole('combobox', { name: 'Zeitzone' }));
  await user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Europe/Berlin'));
});
