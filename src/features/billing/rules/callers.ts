import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { INTERNAL_ROLES, type Scope } from '../../../core/shared/roles.js';

type Callers = Omit<ProtectedAccess, 'kind'>;

/** Of the client's own people and its partner, those who deal with money. */
const CUSTOMERS: readonly Scope[] = ['client_admin', 'client_manager', 'partner_admin'];

// People name the client on every route (billing 6.2).
const EVERY_ROUTE = {
  credentials: 'bearer',
  namedByPeople: true,
  surface: 'domain',
} as const satisfies Partial<Callers>;

/** Who sees what a client is charged (billing 6.1). */
export const BILLING_READERS: Callers = {
  ...EVERY_ROUTE,
  client: 'query',
  scopes: [...CUSTOMERS, ...INTERNAL_ROLES],
};

/** Who opens the provider's pages for a client. */
export const PORTAL_OPENERS: Callers = { ...BILLING_READERS, client: 'body' };

/** Who sees to whom invoices go, masked. */
export const RECIPIENT_READERS: Callers = { ...EVERY_ROUTE, client: 'query', scopes: CUSTOMERS };

/** Who sees them as they are. */
export const RECIPIENT_OWNERS: Callers = { ...EVERY_ROUTE, client: 'body', scopes: ['client_admin'] };

/** Who sees how usage is counted. */
export const METERING_STAFF: Callers = { ...EVERY_ROUTE, client: 'query', scopes: INTERNAL_ROLES };

/** Who deals with alerts of usage (billing 16.1). */
export const ALERT_OWNERS: Callers = {
  ...EVERY_ROUTE,
  client: 'query',
  scopes: ['client_admin', ...INTERNAL_ROLES],
};
