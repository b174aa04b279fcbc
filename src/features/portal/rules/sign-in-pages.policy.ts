const ADDRESS = '/sign-in';

/**
 * The reason that the page shows for each error that has a text of its own; for all others, that
 * something failed here.
 */
const REASONS: Readonly<Record<string, string>> = {
  sign_in_not_known: 'expired',
  sign_in_refused: 'denied',
  no_portal_access: 'no_access',
  identity_provider_unavailable: 'provider_unavailable',
  rate_limited: 'limited',
};

/** The page after signing out (portal-sessions 6.5). */
export const SIGNED_OUT_PAGE = `${ADDRESS}?reason=signed_out`;

/**
 * The page that tells a person why a sign-in failed (portal-sessions 1.11).
 * @param code of the error
 * @param returnTo where the person wanted to go, so that the next sign-in leads there
 */
export function signInFailurePage(code: string, returnTo: string): string {
  const search = new URLSearchParams({ reason: REASONS[code] ?? 'failed' });
  if (returnTo !== '/') search.set('return_to', returnTo);
  return `${ADDRESS}?${search.toString()}`;
}
