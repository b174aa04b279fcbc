import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';

/** Signed-in people; keys get 404 (support 1.1). */
export const PEOPLE = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'general',
} as const satisfies Omit<ProtectedAccess, 'kind'>;
