import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { CALLER_REQUEST_ERRORS } from '../caller-requests.errors.js';
import { CALLER_REQUEST_READERS, INTERNAL_ROLES } from '../../../core/shared/roles.js';

type Callers = Omit<ProtectedAccess, 'kind'>;

const EVERY_ROUTE = {
  client: 'query',
  namedByStaff: true,
  surface: 'domain',
  unavailable: CALLER_REQUEST_ERRORS.unavailable,
} as const satisfies Partial<Callers>;

/**
 * May read requests (caller-requests 6.1): a client_admin those of their own tenant, internal roles
 * those of the client they name.
 */
export const READERS: Callers = { ...EVERY_ROUTE, scopes: CALLER_REQUEST_READERS };

/** May change the status of requests, and read the notes of earlier changes. */
export const STAFF: Callers = { ...EVERY_ROUTE, scopes: INTERNAL_ROLES };

/** May create requests: internal roles, and keys of support systems that may do nothing else. */
export const MAKERS: Callers = { ...EVERY_ROUTE, scopes: [...INTERNAL_ROLES, 'support-ingest'] };
