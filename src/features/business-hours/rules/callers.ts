import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';

/** Every signed-in person, for their own clients (business-hours 1.2). */
export const PORTAL_CALLERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};
