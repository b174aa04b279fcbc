import type { Scope } from '../../../src/core/shared/roles.js';

// Groups of scopes that the contract's tables name (access 5.1), copied by hand: never derive them
// from the code.

export const PARTNERS: readonly Scope[] = ['partner_admin', 'partner_user'];
export const STAFF: readonly Scope[] = ['service_admin', 'service_operator'];
export const CUSTOMERS: readonly Scope[] = ['client_admin', 'client_manager', 'client_staff'];

/** Everyone who can sign in. */
export const PEOPLE: readonly Scope[] = [...PARTNERS, ...CUSTOMERS, ...STAFF];

export const ANALYTICS_KEYS: readonly Scope[] = [...PEOPLE, 'read-only', 'full-access'];
