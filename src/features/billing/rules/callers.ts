import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { CHARGE_READERS, INTERNAL_ROLES, type Scope } from '../../../core/shared/roles.js';

type Callers = Omit<ProtectedAccess, 'kind'>;

/** People of the client and its partner who handle money. */
const CUSTOMERS: readonly Scope[] = ['client_admin', 'client_manager', 'partner_admin'];

// People name the client on every billing route (billing 6.2).
const EVERY_ROUTE = {
  credentials: 'bearer',
  namedByPeople: true,
  surface: 'domain',
} as const satisfies Partial<Callers>;

export const BILLING_READERS: Callers = { ...EVERY_ROUTE, client: 'query', scopes: CHARGE_READERS };

/** May open the provider's pages for a client. */
export const PROVIDER_PORTAL_OPENERS: Callers = { ...BILLING_READERS, client: 'body' };

export const RECIPIENT_READERS: Callers = { ...EVERY_ROUTE, client: 'query', scopes: CUSTOMERS };

/** May read the recipients of invoices unmasked. */
export const RECIPIENT_OWNERS: Callers = { ...EVERY_ROUTE, client: 'body', scopes: ['client_admin'] };

/** May read how usage is counted. */
export const METERING_STAFF: Callers = { ...EVERY_ROUTE, client: 'query', scopes: INTERNAL_ROLES };

/** May manage usage alerts (billing 16.1). */
export const ALERT_OWNERS: Callers = {
  ...EVERY_ROUTE,
  client: 'query',
  scopes: ['client_admin', ...INTERNAL_ROLES],
};
