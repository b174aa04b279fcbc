import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';

type Access = Omit<ProtectedAccess, 'kind'>;

/**
 * Routes about all clients of a partner; 404 for a key, which has one (partner-clients 1.2, 1.3).
 */
export const OF_ALL_CLIENTS: Access = {
  scopes: PARTNER_ROLES,
  credentials: 'bearer',
  acrossClients: true,
  surface: 'partner',
};

/** Routes about the client in the path, for its partners. */
export const OF_ONE_CLIENT: Access = {
  scopes: PARTNER_ROLES,
  credentials: 'bearer',
  client: 'params',
  surface: 'partner',
};

/** The organisation through which a partner acts; the guards admit no caller without one. */
export function organisationOf({ principal }: AuthContext): string {
  if (principal.kind === 'bearer' && principal.organisationId !== null) return principal.organisationId;
  throw new Error('The route admits only signed-in partners.');
}
