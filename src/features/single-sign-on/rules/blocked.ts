import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';

/** Reasons that block a change, each with the text that says what to do. */
const BLOCKS = {
  connection_limit: 'The client has 5 connections. Delete one that is not used.',
  connection_not_proven:
    'Sign in through this connection, with its active settings and a verified domain, and repeat this within 10 ' +
    'minutes.',
  connection_required:
    'People must sign in through this connection. End that on the page of enforcement first.',
  connection_not_tested: 'These settings were not tested. Sign in with them once.',
  domain_limit: 'The client has 20 domains. Remove one.',
  domain_listed: 'The domain is in the list. Read the list again.',
  domain_not_listed: 'Add the domain to the list of domains first.',
  domain_in_use: 'The domain leads to another connection. Remove it there first.',
  domain_not_proven: 'The TXT record was not found. Add it as shown; name servers may need an hour.',
  domain_taken: 'The domain is verified elsewhere in this deployment. Ask your operator.',
  identity_linked_elsewhere:
    'This account of the directory is linked to another person of the client. Ask your administrator.',
  identity_not_linked:
    'A person of this client has your address and is not linked to the directory. Sign in as before, and link ' +
    'the directory on the page Security. Where single sign-on is required, ask an administrator to link you on the ' +
    'page Directory, or to end your role so that you get a new account.',
  last_domain_required:
    'People must sign in through a connection to which no other verified domain leads. End that on the page of ' +
    'enforcement first.',
  no_way_back:
    'Two break-glass holders must have proved their passkey in the last 30 days. Let them do so first.',
  people_excluded:
    'People would be shut out. Read the preview, and repeat in accept_exclusions how many they are now.',
  name_servers_silent: 'The name servers of the domain do not answer. Try again later.',
} as const;

export type Block = keyof typeof BLOCKS;

/** 409 that says what stands in the way (single-sign-on 1.4). */
export const blocked = (reason: Block): PlatformError =>
  new PlatformError(CATALOGUE.conflict, { message: BLOCKS[reason], blockReason: reason });
