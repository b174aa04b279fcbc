import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../testing/show';
import { SignInPage } from './SignInPage';

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
});
