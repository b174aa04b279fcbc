import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';

/** Only signed-in administrators of the customer decide. */
export const FOR_ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'security',
};

/** The contract's limit of configuration updates, for all changes of the setup together. */
export const COUNTED = RateLimit({ tenant: { limit: 30, seconds: 60 } }, { operation: 'directory.setup' });
