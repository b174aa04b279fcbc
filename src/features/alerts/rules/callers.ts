import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';

/** People with a role in the client; what they see depends on the role (alerts 1.2, 2.1). */
export const PEOPLE: Omit<ProtectedAccess, 'kind'> = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};
