import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { ClientChoice } from '../ClientChoice';
import { mayOpen, pagesOf } from '../pages';
import { ShutOutPage } from './ShutOut';

const { location } = window;
afterEach(() => vi.stubGlobal('location', location));

const CLIENT = { client_id: 'client-a', business_name: 'Acme Dental', connection_id: 'c-1' };
const LINKS = 'GET /portal/directory-links';
const START = 'POST /portal/directory-links/c-1';
const shown = (answers: Answers) =>
  show(<ShutOutPage clients={[CLIENT]} />, {
    at: '/calls',
    session: { ...aSession({}), shut_out: [CLIENT] },
    answers: { [LINKS]: { items: [{ connection_id: 'c-1', name: 'Acme Entra' }] }, ...answers },
  });
const enter = () => screen.findByRole('button', { name: 'Continue with Acme Entra' });

// single-sign-on 7.8
describe('a person whom a client shuts out', () => {
  it('sees why, and is led through the directory', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign });
    const { user, asked } = shown({ [START]: { location: 'https://login.example.com/' } });
    await screen.findByText(/^Acme Dental requires people to sign in through its directory,/);
    await user.click(await enter());
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/'));
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      query: { client_id: 'client-a' },
      body: { return_to: '/calls' },
    });
    screen.getByRole('button', { name: 'Sign out' });
  });

  it('learns of the way without a directory where that is silent', async () => {
    const { user } = shown({ [START]: refusal(503, { code: 'identity_provider_unavailable' }) });
    await user.click(await enter());
    const way = await screen.findByRole('link', { name: /^Break-glass holders/ });
    expect(way.getAttribute('href')).toBe('/break-glass');
  });

  it('proves a second factor first where the role needs one', async () => {
    shown({
      [LINKS]: refusal(403, { details: { block_reason: 'second_factor_required' } }),
      'POST /portal/mfa/step-up': { kinds: ['totp'], challenge_id: null, authentication: null },
    });
    await screen.findByLabelText('Code from your authenticator app');
  });

  it('has no pages of that client, and those of the others', async () => {
    const session = { ...aSession({ 'client-b': 'client_admin' }, ['listCalls']), shut_out: [CLIENT] };
    expect(pagesOf(session, 'client-a')).toEqual([]);
    expect(mayOpen(session, 'client-a', '/settings')).toBe(false);
    expect(pagesOf(session, 'client-b').map(({ name }) => name)).toContain('calls');
    const { user } = show(<ClientChoice session={session} />, { session });
    await user.click(await screen.findByRole('combobox', { name: 'Client' }));
    await screen.findByRole('option', { name: 'Acme Dental' });
  });
});
