import type { ProtectedAccess } from '../../core/auth/access-rule.js';

/** Decided by the customer's administrators, who are signed in, and by no other caller. */
export const CUSTOMER: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'partner',
};

/** The headers of an answer that shows such a decision. */
export const ETAG_HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};
