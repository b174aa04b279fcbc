/**
 * Every role of people and every scope of keys, with its kind (access 5.1). Types, database checks,
 * request schemas, the document and `docs/callers.md` are derived from it. CONTRIBUTING, "Add a
 * role", explains how to add one; each route declares which may call it.
 */
const KINDS = {
  partner_admin: 'partner',
  partner_user: 'partner',
  client_admin: 'customer',
  client_manager: 'customer',
  client_staff: 'customer',
  service_admin: 'internal',
  service_operator: 'internal',
  'read-only': 'legacy_key',
  'full-access': 'legacy_key',
  'support-ingest': 'ingest_key',
  'runtime-ingest': 'ingest_key',
} as const;

type Kind = (typeof KINDS)[Scope];
type ScopeOf<K extends Kind> = { [S in Scope]: (typeof KINDS)[S] extends K ? S : never }[Scope];

/** A role of a person or a scope of a key. Keys may also have the roles of partners. */
export type Scope = keyof typeof KINDS;

const ofKinds = <K extends Kind>(...kinds: readonly K[]): readonly ScopeOf<K>[] =>
  SCOPES.filter((scope): scope is ScopeOf<K> => kinds.some((kind) => kind === KINDS[scope]));

export const SCOPES = Object.keys(KINDS) as readonly Scope[];

/** Roles of the people of partner organisations; their keys have these too. */
export type PartnerRole = ScopeOf<'partner'>;
export const PARTNER_ROLES: readonly Scope[] = ofKinds('partner');

/** Roles of the people of a customer. */
export const CUSTOMER_ROLES = ofKinds('customer');

/** Roles of our own staff, who must name the client for which they act (access 4.4). */
export const INTERNAL_ROLES: readonly Scope[] = ofKinds('internal');

/** Roles of people; a portal assignment has one of these. */
export const PORTAL_ROLES = ofKinds('partner', 'customer', 'internal');
export type PortalRole = (typeof PORTAL_ROLES)[number];

/** Scopes of a client's own keys that read. */
export const LEGACY_SCOPES = ofKinds('legacy_key');

/** Scopes of keys that can only write. */
export const INGEST_SCOPES = ofKinds('ingest_key');

/** Scopes that may read call analytics and see personal data: all but keys that write. */
export type AnalyticsReader = ScopeOf<'partner' | 'customer' | 'internal' | 'legacy_key'>;
export const ANALYTICS_READERS: readonly Scope[] = ofKinds('partner', 'customer', 'internal', 'legacy_key');

/** May read campaigns (campaigns 1.1). */
export const CAMPAIGN_READERS: readonly Scope[] = ofKinds('partner', 'internal');

/** May read caller requests (caller-requests 6.1). */
export const CALLER_REQUEST_READERS: readonly Scope[] = ['client_admin', ...INTERNAL_ROLES];

/** May read a client's charges (billing 6.1). */
export const CHARGE_READERS: readonly Scope[] = [
  'client_admin',
  'client_manager',
  'partner_admin',
  ...INTERNAL_ROLES,
];

export const sqlListOf = (scopes: readonly Scope[]): string =>
  `(${scopes.map((it) => `'${it}'`).join(', ')})`;
