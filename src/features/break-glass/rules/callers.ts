import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';

/** Only signed-in administrators of the customer. */
export const ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'security',
};

/** All changes of break-glass count together for each client (break-glass 5.1). */
export const BreakGlassLimit = (): MethodDecorator =>
  RateLimit({ tenant: { limit: 10, seconds: 60 } }, { operation: 'break_glass' });
