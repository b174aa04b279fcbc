const ADDRESS = '/sign-in';

/** The facts of an error that decide about the page. */
interface Failure {
  readonly entry: { readonly code: string };
  readonly blockReason: string | undefined;
}

/**
 * The reason that the page shows for each error, or for what blocks it, with its own text; any other
 * error counts as a failure here.
 */
const REASONS: Readonly<Record<string, string>> = {
  sign_in_not_known: 'expired',
  sign_in_refused: 'denied',
  no_portal_access: 'no_access',
  identity_provider_unavailable: 'provider_unavailable',
  rate_limited: 'limited',
  identity_not_linked: 'not_linked',
  identity_linked_elsewhere: 'linked_elsewhere',
  address_not_invited: 'other_address',
};

/** The page after signing out (portal-sessions 6.5). */
export const SIGNED_OUT_PAGE = `${ADDRESS}?reason=signed_out`;

/**
 * The page that explains why a sign-in failed (portal-sessions 1.11).
 * @param returnTo the page that the person wanted, for the next sign-in
 */
export function signInFailurePage({ entry, blockReason }: Failure, returnTo: string): string {
  const search = new URLSearchParams({ reason: REASONS[blockReason ?? entry.code] ?? 'failed' });
  if (returnTo !== '/') search.set('return_to', returnTo);
  return `${ADDRESS}?${search.toString()}`;
}
