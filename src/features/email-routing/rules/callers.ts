import type { ProtectedAccess } from '../../../core/auth/access-rule.js';

/** The administrators of the customer and of the partner, signed in (email-routing 1.1). */
export const FOR_ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin', 'partner_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};
