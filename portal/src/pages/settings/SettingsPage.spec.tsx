import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../../testing/show';
import { SettingsPage } from './SettingsPage';

const session = {
  ...aSession({ 'client-a': 'client_admin' }, ['listPeople', 'savePiiPolicy', 'listSsoConnections']),
  language: null,
  timezone: null,
};

describe('the settings', () => {
  it('are listed in groups beside the page, without those that the person may not use', async () => {
    show(<SettingsPage />, { at: '/settings?client_id=client-a&zone=UTC', session });
    const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
    const links = list.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual(['Profile and sign-ins', 'People', 'Privacy', 'Sign-in']);
    for (const group of ['Own account', 'Business', 'Data and privacy', 'Access']) list.getByText(group);
    expect(list.queryByText('Notices')).toBeNull();
    expect(list.getByRole('link', { current: 'page' }).textContent).toBe('Profile and sign-ins');
    expect(list.getByRole('link', { name: 'People' }).getAttribute('href')).toBe(
      '/settings?client_id=client-a&zone=UTC&tab=people',
    );
  });

  it('are a list to choose from on a narrow screen, and leave the parameters of the others behind', async () => {
    const { user, search } = show(<SettingsPage />, {
      at: '/settings?zone=UTC&tab=people&page=3',
      session,
    });
    // Styles hide it on a wide screen.
    const list = await screen.findByRole('combobox', { name: 'Settings', hidden: true });
    const side = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(side.getAllByRole('link', { current: 'page' }).map((it) => it.textContent)).toEqual(['People']);
    await user.click(list);
    await user.click(await screen.findByRole('option', { name: 'Privacy', hidden: true }));
    await waitFor(() => expect(search()).toEqual({ zone: 'UTC', tab: 'privacy' }));
    await user.click(list);
    await user.click(await screen.findByRole('option', { name: 'Profile and sign-ins', hidden: true }));
    await waitFor(() => expect(search()).toEqual({ zone: 'UTC' }));
  });

  it('say of a part that the person may not use whom it is for', async () => {
    show(<SettingsPage />, { at: '/settings?tab=exports', session });
    await screen.findByRole('navigation', { name: 'Settings' });
    await screen.findByRole('heading', { name: 'This page is not for your role' });
    screen.getByText(/^This part of the settings is for administrators/);
  });
});
