import { errorEntry } from '../../core/shared/catalogue.js';

const AGAIN = 'Start again at /v1/portal/sign-in.';

/** The portal's errors beyond those of every route. */
export const PORTAL_ERRORS = {
  signInNotKnown: errorEntry(
    'sign_in_not_known',
    400,
    `This sign-in has expired, was already used, or began in another browser. ${AGAIN}`,
  ),
  signInRefused: errorEntry(
    'sign_in_refused',
    403,
    `The identity provider did not sign you in, or its answer cannot be trusted. ${AGAIN}`,
  ),
  noPortalAccess: errorEntry('no_portal_access', 403, 'Your access has ended. Ask your administrator.'),
  identityProviderUnavailable: errorEntry(
    'identity_provider_unavailable',
    503,
    'The identity provider does not answer, so sign-in is not possible now. Try again after the time in Retry-After.',
    'warn',
  ),
  portalSessionRequired: errorEntry(
    'portal_session_required',
    403,
    'This route needs a session of the portal, not a bearer token or an API key. Sign in at /v1/portal/sign-in.',
  ),
  originNotAllowed: {
    ...errorEntry(
      'origin_not_allowed',
      403,
      'The header Origin must be the address of the portal: other pages cannot write with its session.',
    ),
    envelope: 'security',
  },
  credentialsNotAllowed: {
    ...errorEntry(
      'credentials_not_allowed',
      403,
      'This path uses the session of the portal. Omit X-API-Key and Authorization, or use the same ' +
        'path without /api.',
    ),
    envelope: 'security',
  },
} as const;
