import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ADMINISTRATORS } from './grants.policy.js';

/** Only signed-in people manage people: a key gets 404 (people 1.1). */
export const OF_ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ADMINISTRATORS,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};

/** The same, in a break-glass session too (break-glass 3.3). */
export const FOR_ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  ...OF_ADMINISTRATORS,
  duringBreakGlass: 'while_open',
};
