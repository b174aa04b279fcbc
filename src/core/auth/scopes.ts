import { PORTAL_ROLES, type Scope } from '../kernel/auth-context.js';

/** Who may read call analytics: people of the tenant, its partners, internal staff and the two legacy scopes. */
export const ANALYTICS_READERS: readonly Scope[] = [...PORTAL_ROLES, 'read-only', 'full-access'];

export const PARTNER_READERS: readonly Scope[] = ['partner_admin', 'partner_user'];

/** Roles that must name the client they act for (access 4.4). */
export const INTERNAL_ROLES: readonly Scope[] = ['service_admin', 'service_operator'];
