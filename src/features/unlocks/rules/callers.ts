import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';

/** Signed-in people; keys get 404 (unlocks 1.1). */
export const PEOPLE = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'general',
} as const satisfies Omit<ProtectedAccess, 'kind'>;

/** The people who decide (unlocks 1.1). */
export const APPROVERS = { ...PEOPLE, scopes: ['client_admin'] } as const;

/** Whether the caller reads and ends the unlocks of all people. */
export const seesAll = ({ scope }: AuthContext): boolean => APPROVERS.scopes.some((it) => it === scope);
