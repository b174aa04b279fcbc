import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { signInFailurePage } from './sign-in-pages.policy.js';

// portal-sessions 1.11
describe('the page of a failed sign-in', () => {
  it.each([
    [PORTAL_ERRORS.signInNotKnown, 'expired'],
    [PORTAL_ERRORS.signInRefused, 'denied'],
    [PORTAL_ERRORS.noPortalAccess, 'no_access'],
    [PORTAL_ERRORS.identityProviderUnavailable, 'provider_unavailable'],
    [CATALOGUE.rateLimited, 'limited'],
    [CATALOGUE.dependencyUnavailable, 'failed'],
    [CATALOGUE.internalError, 'failed'],
  ])('says of $code: %s', ({ code }, reason) => {
    expect(signInFailurePage(code, '/')).toBe(`/sign-in?reason=${reason}`);
  });

  it('knows where the person wanted to go', () => {
    expect(signInFailurePage('sign_in_refused', '/calls?status=missed&zone=UTC')).toBe(
      '/sign-in?reason=denied&return_to=%2Fcalls%3Fstatus%3Dmissed%26zone%3DUTC',
    );
  });
});
