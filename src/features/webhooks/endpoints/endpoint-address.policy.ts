/** The address as parsed, not as typed (webhooks 2.4). */
export const storedAddress = (allowed: string): string => new URL(allowed).href;

/**
 * The error for an address, shown to its owner (webhooks 2.4). An unresolvable name and one with a
 * private address get the same answer, because the difference would reveal internal networks.
 * @param reason of the failure of `OutboundHttp.check`
 * @param ports that may be called
 */
export function addressProblem(
  reason: string,
  ports: readonly number[],
): { readonly message: string; readonly type: string } {
  switch (reason) {
    case 'invalid':
    case 'too_long':
      return {
        message: 'must be a URL; percent-encode spaces, invisible characters and backslashes',
        type: 'url_invalid',
      };
    case 'not_https':
      return { message: 'must begin with https://', type: 'https_required' };
    case 'with_credentials':
      return {
        message: 'must not contain a user name or a password; deliveries are signed instead',
        type: 'credentials_forbidden',
      };
    case 'port_not_allowed':
      return { message: `must use port ${ports.join(' or ')}`, type: 'port_forbidden' };
    default:
      return { message: 'must resolve to public addresses only', type: 'address_not_public' };
  }
}
