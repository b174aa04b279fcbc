import { INTERNAL_ROLES, PARTNER_ROLES, PORTAL_ROLES, type Scope } from '../../../core/shared/roles.js';

/** Determines who sees alerts of a kind, and from which store they come. */
interface KindRule {
  /** The scopes that the subject's own routes admit. */
  readonly scopes: readonly Scope[];
  /**
   * The scopes that can do what the alert advises; absent: all of `scopes`. Other readers see whom
   * to ask.
   */
  readonly actors?: readonly Scope[];
  /** The store that must answer for alerts of this kind to be known. */
  readonly store: 'metadata' | 'tenant';
}

const PARTNERS_AND_STAFF: readonly Scope[] = [...PARTNER_ROLES, ...INTERNAL_ROLES];
const ADMIN_AND_STAFF: readonly Scope[] = ['client_admin', ...INTERNAL_ROLES];
/**
 * The administrator of the customer knows the receivers (alerts 5.7), and a partner repairs them.
 */
const RECEIVERS: KindRule = {
  scopes: [...PARTNER_ROLES, 'client_admin'],
  actors: PARTNER_ROLES,
  store: 'tenant',
};
const CALLER_REQUESTS: KindRule = { scopes: ADMIN_AND_STAFF, actors: INTERNAL_ROLES, store: 'metadata' };

/** Every kind of alert (alerts 2.1). */
const KINDS = {
  webhook_degraded: RECEIVERS,
  webhook_disabled: RECEIVERS,
  webhook_secret_ends: { scopes: PARTNER_ROLES, store: 'metadata' },
  api_key_ends: { scopes: PARTNER_ROLES, store: 'metadata' },
  runtime_drift: { scopes: PARTNER_ROLES, store: 'metadata' },
  runtime_silent: { scopes: PARTNER_ROLES, store: 'tenant' },
  campaign_paused: { scopes: PARTNERS_AND_STAFF, store: 'tenant' },
  wash_ends: { scopes: PARTNERS_AND_STAFF, store: 'tenant' },
  capacity_blocked: { scopes: PORTAL_ROLES, actors: PARTNERS_AND_STAFF, store: 'tenant' },
  usage_threshold: { scopes: ADMIN_AND_STAFF, store: 'metadata' },
  caller_request_urgent: CALLER_REQUESTS,
  caller_request_overdue: CALLER_REQUESTS,
  work_given_up: { scopes: INTERNAL_ROLES, store: 'tenant' },
  support_overdue: { scopes: INTERNAL_ROLES, store: 'tenant' },
  address_bounced: { scopes: ['client_admin', 'partner_admin'], store: 'metadata' },
  break_glass: { scopes: ['client_admin'], store: 'metadata' },
  way_back_ends: { scopes: ['client_admin'], store: 'metadata' },
  sso_certificate_ends: { scopes: ['client_admin'], store: 'metadata' },
} as const satisfies Readonly<Record<string, KindRule>>;

export type AlertKind = keyof typeof KINDS;
export const ALERT_KINDS = Object.keys(KINDS) as readonly AlertKind[];

/** The kinds that a role sees (alerts 2.1). */
export const kindsFor = (scope: Scope | 'system'): readonly AlertKind[] =>
  ALERT_KINDS.filter((kind) => (KINDS[kind].scopes as readonly string[]).includes(scope));

/** Whether a role can do what an alert of the kind advises (alerts 2.3). */
export const canAct = (scope: Scope | 'system', kind: AlertKind): boolean => {
  const { scopes, actors = scopes }: KindRule = KINDS[kind];
  return (actors as readonly string[]).includes(scope);
};

/** Kinds from the tenant's store: unknown while it does not answer (alerts 3.5). */
export const kindsOfTenantStore = (kinds: readonly AlertKind[]): readonly AlertKind[] =>
  kinds.filter((kind) => KINDS[kind].store === 'tenant');

/** The reasons of kinds that have several. */
export const ALERT_REASONS = [
  'by_owner',
  'gone',
  'failing',
  'validation_blocked',
  'circuit_breaker',
  'capacity',
  'notify',
  'pause_campaigns',
  'expires',
  'replaced_key_in_use',
  'ending',
  'ended',
  'open',
  'unconfirmed',
] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

export const SUBJECT_TYPES = [
  'webhook',
  'api_key',
  'project',
  'campaign',
  'usage_alert',
  'caller_request',
  'email_address',
  'work',
  'support_ticket',
  'break_glass_use',
  'sso_connection',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];
