import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';

/** Everyone who is signed in; a key has no factors. */
export const FOR_PEOPLE: Omit<ProtectedAccess, 'kind'> = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};

/** The contract's limit for each action; a wrong code counts, so that guesses stay few. */
export const FIVE_A_MINUTE = { caller: { limit: 5, seconds: 60 } };
