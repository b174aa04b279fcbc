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
  ])('says of $code: %s', (entry, reason) => {
    expect(signInFailurePage({ entry, blockReason: undefined }, '/')).toBe(`/sign-in?reason=${reason}`);
  });

  it('says that the person is not linked to the directory yet', () => {
    expect(signInFailurePage({ entry: CATALOGUE.conflict, blockReason: 'identity_not_linked' }, '/')).toBe(
      '/sign-in?reason=not_linked',
    );
  });

  it('knows where the person wanted to go', () => {
    const refused = { entry: PORTAL_ERRORS.signInRefused, blockReason: undefined };
    expect(signInFailurePage(refused, '/calls?status=missed&zone=UTC')).toBe(
      '/sign-in?reason=denied&return_to=%2Fcalls%3Fstatus%3Dmissed%26zone%3DUTC',
    );
  });
});
