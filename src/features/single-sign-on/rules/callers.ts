import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';

/** Only signed-in administrators of the customer decide: a key gets 404 (single-sign-on 1.1). */
export const FOR_CLIENT_ADMINS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'security',
  // A break-glass holder may change connections (break-glass 3.3).
  duringBreakGlass: 'while_open',
};

/** Limits all changes of a client's configuration together (single-sign-on 1.3). */
export const LimitedChange = (): MethodDecorator =>
  RateLimit({ tenant: { limit: 20, seconds: 60 } }, { operation: 'sso.configure', within: 'client' });
