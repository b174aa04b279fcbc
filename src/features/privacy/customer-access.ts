import type { ProtectedAccess } from '../../core/auth/access-rule.js';

/** Only signed-in administrators of the customer decide. */
export const CUSTOMER: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'partner',
};

/** The headers of a response that shows such a decision. */
export const ETAG_HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};
