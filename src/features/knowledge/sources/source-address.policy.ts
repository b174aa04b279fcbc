import type { FieldError } from '../../../core/shared/platform-error.js';

const fault = (message: string, type: string): FieldError => ({ loc: ['body', 'url'], message, type });

/**
 * The error for an address, shown to who sent it (knowledge 2.3). An unresolvable name and one with
 * a private address get the same answer, because the difference would reveal internal networks.
 * @param reason of the failure of `OutboundHttp.check`
 * @param ports that may be called
 */
export function addressFault(reason: string, ports: readonly number[]): FieldError {
  switch (reason) {
    case 'invalid':
    case 'too_long':
      return fault(
        'must be a URL; percent-encode spaces, invisible characters and backslashes',
        'url_invalid',
      );
    case 'not_https':
      return fault('must begin with https://', 'https_required');
    case 'with_credentials':
      return fault('must not contain a user name or a password', 'credentials_forbidden');
    case 'port_not_allowed':
      return fault(`must use port ${ports.join(' or ')}`, 'port_forbidden');
    default:
      return fault('must resolve to public addresses only', 'address_not_public');
  }
}
