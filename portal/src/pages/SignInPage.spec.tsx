import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal, show } from '../testing/show';
import { SignInPage } from './SignInPage';

const { location } = window;
afterEach(() => vi.stubGlobal('location', location));

describe('the sign-in', () => {
  it.each([
    ['ended', 'status'],
    ['denied', 'alert'],
  ])('says why a person is here: %s', async (reason, role) => {
    show(<SignInPage />, { at: `/sign-in?reason=${reason}` });
    await screen.findByRole(role);
  });

  it.each(['constructor', '__proto__', 'something'])('says nothing for the reason %s', async (reason) => {
    show(<SignInPage />, { at: `/sign-in?reason=${reason}` });
    await screen.findByRole('link', { name: 'Sign in' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // single-sign-on 4.1
  it('leads where the address signs in, and back to where the person was', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign });
    let isLimited = true;
    const { user, asked } = show(<SignInPage />, {
      at: '/sign-in?return_to=/calls',
      answers: {
        'POST /portal/sign-in/address': () =>
          isLimited ? refusal(429, {}, { 'retry-after': '9' }) : { location: 'https://login.example.com/' },
      },
    });
    await user.type(await screen.findByLabelText('Your email address'), ' mei@example.com');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Too many requests. Try again in 9 seconds.');
    isLimited = false;
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/'));
    expect(asked.map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ address: 'mei@example.com', return_to: '/calls' })),
    );
  });

  it('says what to do where the directory is not linked', async () => {
    show(<SignInPage />, { at: '/sign-in?reason=not_linked' });
    await screen.findByText(/Sign in once as before, without an address/);
  });

  it('names the way without a directory where the one of the address is silent', async () => {
    const { user } = show(<SignInPage />, {
      at: '/sign-in',
      answers: {
        'POST /portal/sign-in/address': refusal(503, { code: 'identity_provider_unavailable' }),
      },
    });
    await user.type(await screen.findByLabelText('Your email address'), 'mei@example.com');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/The identity provider does not answer/);
    const way = screen.getByRole('link', { name: /^Break-glass holders/ });
    expect(way.getAttribute('href')).toBe('/break-glass');
  });
});
