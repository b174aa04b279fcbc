import type { ProtectedAccess } from '../../../core/auth/access-rule.js';

/** A customer's administrator, signed in (account-exports 1.1). */
export const FOR_CLIENT_ADMINS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};
