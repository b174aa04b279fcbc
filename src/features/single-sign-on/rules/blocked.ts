import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';

/** Reasons that block a change, each with the text that says what to do. */
const BLOCKS = {
  address_not_invited:
    'Your directory account has a different address from the one to which you were invited. Ask an administrator ' +
    'of the client to link you on the Directory page, or to end your role so that you get a new account.',
  connection_limit: 'The client has 5 connections, which is the limit. Delete one that is not used.',
  connection_not_proven:
    'You have not signed in through this connection, with its active settings and a verified domain, within the ' +
    'last 10 minutes. Sign in through it now, and repeat the request.',
  connection_required:
    'People must sign in through this connection. Set the mode of enforcement to off first.',
  connection_not_tested:
    'The newest settings of this connection have not been tested. Sign in with them once as a test, and repeat the request.',
  domain_limit: 'The client has 20 domains, which is the limit. Remove one that is not used.',
  domain_listed: 'The client has added this domain already. Read the list of domains, and verify it there.',
  domain_not_listed:
    'domains names a domain that the client has not added. Add it to the list of domains first.',
  domain_in_use:
    'domains names a domain that leads to another connection. Remove it from that connection first.',
  domain_not_proven:
    'The TXT record of the domain was not found. Add record_value under record_name, and verify again; name servers may need an hour.',
  domain_taken: 'The domain is verified elsewhere in this deployment. Ask your operator who uses it.',
  identity_linked_elsewhere:
    'This directory account is linked to another person of the client. Ask an administrator of the client.',
  identity_not_linked:
    'A person of this client has your address and is not linked to the directory. Sign in once as before, without an ' +
    'address, and link the directory: where single sign-on is required, the page that you then see does it, else ' +
    'Account security. If that fails, ask an administrator to link you on the Directory page.',
  last_domain_required:
    'This is the last verified domain of the connection through which people must sign in. Verify another domain ' +
    'for it, or set the mode of enforcement to off first.',
  no_way_back:
    'Fewer than two break-glass holders have verified their passkey in the last 30 days. Ask two of them to verify theirs first.',
  people_excluded:
    'This would lock people out. Read the preview, and send the number of these people as accept_exclusions.',
  name_servers_silent: 'The name servers of the domain did not answer. Verify again in a few minutes.',
} as const;

export type Block = keyof typeof BLOCKS;

/** The error 409 with the reason (single-sign-on 1.4). */
export const blocked = (reason: Block): PlatformError =>
  new PlatformError(CATALOGUE.conflict, { message: BLOCKS[reason], blockReason: reason });

/**
 * 403 of an account that the directory proves and no person here has (single-sign-on 4.4). The
 * sign-in page shows it as it shows identity_not_linked, so that it tells no one who works here.
 */
export const withoutPerson = (): PlatformError =>
  new PlatformError(PORTAL_ERRORS.noPortalAccess, {
    message:
      'This account of the directory is not linked to a person of the client. If you have worked here before, sign in ' +
      'once as before, without an address, and link the directory. Otherwise ask an administrator for access.',
    blockReason: 'identity_not_linked',
  });
