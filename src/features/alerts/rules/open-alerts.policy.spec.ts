import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../core/shared/roles.js';
import { ALERT_KINDS, canAct, kindsFor, kindsOfTenantStore, type AlertKind } from './alert-kinds.js';
import { textOf } from './alert-texts.policy.js';
import { acknowledgedBy, alertIdOf, openAlerts, type AlertCause } from './open-alerts.policy.js';

const TENANT = { clientId: 'acme', dataEnv: 'prod', scope: 'partner_admin' } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 6, minute));

const aCause = (more: Partial<AlertCause> = {}): AlertCause => ({
  kind: 'runtime_drift',
  subjectId: 'p1',
  label: 'Front desk',
  projectId: 'p1',
  reason: null,
  since: at(0),
  dueAt: null,
  ...more,
});

describe('alerts', () => {
  // alerts 1.4
  it('have one id for a kind and subject of a tenant, which is a UUID', () => {
    const id = alertIdOf(TENANT, 'wash_ends', 'c1');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const others = [
      alertIdOf(TENANT, 'campaign_paused', 'c1'),
      alertIdOf(TENANT, 'wash_ends', 'c2'),
      alertIdOf({ ...TENANT, dataEnv: 'dev' }, 'wash_ends', 'c1'),
      alertIdOf({ ...TENANT, clientId: 'globex' }, 'wash_ends', 'c1'),
    ];
    expect(new Set([id, alertIdOf(TENANT, 'wash_ends', 'c1'), ...others]).size).toBe(5);
  });

  // alerts 3.2
  it('stand in the order in which they began, the last one first', () => {
    const ordered = openAlerts(TENANT, [
      aCause({ subjectId: 'old' }),
      aCause({ subjectId: 'new', since: at(9) }),
      aCause({ subjectId: 'between', since: at(4) }),
    ]);
    expect(ordered.map(({ subjectId }) => subjectId)).toEqual(['new', 'between', 'old']);
  });

  // alerts 4.2
  it.each([
    ['before it began', 4, false],
    ['at the instant it began', 5, true],
    ['after it began', 6, true],
  ])('are acknowledged by what a person did %s: minute %i, %s', (_, minute, counts) => {
    const alerts = openAlerts(TENANT, [aCause({ since: at(5) })]);
    const [alert] = acknowledgedBy(alerts, [
      { alertId: alerts[0]!.alertId, acknowledgedAt: at(minute), acknowledgedBy: 'mia' },
    ]);
    expect(alert!.acknowledgement !== null).toBe(counts);
  });
});

// alerts 2.3
describe('texts of alerts', () => {
  const REASONS: Readonly<Record<AlertKind, readonly NonNullable<AlertCause['reason']>[]>> = {
    webhook_degraded: [],
    webhook_disabled: ['by_owner', 'gone', 'failing'],
    webhook_secret_ends: [],
    api_key_ends: ['expires', 'replaced_key_in_use'],
    runtime_drift: [],
    runtime_silent: [],
    campaign_paused: ['validation_blocked', 'circuit_breaker', 'capacity'],
    wash_ends: ['ending', 'ended'],
    capacity_blocked: [],
    usage_threshold: ['notify', 'pause_campaigns'],
    caller_request_urgent: [],
    caller_request_overdue: [],
    work_given_up: [],
    support_overdue: [],
    address_bounced: [],
    break_glass: ['open', 'unconfirmed'],
    way_back_ends: ['ending', 'ended'],
    sso_certificate_ends: ['ending', 'ended'],
  };

  it.each(
    ALERT_KINDS.flatMap((kind) =>
      (REASONS[kind].length > 0 ? REASONS[kind] : [null]).map((reason) => [kind, reason] as const),
    ),
  )('say of %s (%s) what is wrong and what to do', (kind, reason) => {
    const actors = SCOPES.filter((scope) => canAct(scope, kind));
    const askers = SCOPES.filter((scope) => kindsFor(scope).includes(kind) && !canAct(scope, kind));
    const texts = [...actors, ...askers].map((scope) => textOf(kind, reason, scope));
    for (const { message, action } of texts) {
      expect(message).toMatch(/^[A-Z].+\.$/);
      expect(action).toMatch(/^[A-Z].+\.$/);
    }
    // One piece of advice for readers who can follow it, another for all others.
    expect(new Set(texts.map(({ action }) => action)).size).toBe(askers.length > 0 ? 2 : 1);
  });

  it.each([
    ['client_admin', 'caller_request_overdue', null, 'Staff of the platform must complete'],
    ['service_operator', 'caller_request_overdue', null, 'Complete the request now'],
    ['client_admin', 'caller_request_urgent', null, 'Staff of the platform complete'],
    ['client_admin', 'webhook_disabled', 'failing', 'Ask your partner'],
    ['partner_user', 'webhook_disabled', 'failing', 'Fix the receiver'],
    ['client_staff', 'capacity_blocked', null, 'Ask your partner'],
    ['client_admin', 'usage_threshold', 'notify', 'Check the usage'],
  ] as const)('advise %s of %s (%s)', (scope, kind, reason, beginning) => {
    expect(textOf(kind, reason, scope).action.startsWith(beginning)).toBe(true);
  });

  it('refuse a reason that the kind does not have', () => {
    expect(() => textOf('wash_ends', 'gone', 'partner_admin')).toThrow('wash_ends');
  });
});

// alerts 2.1
describe('kinds of alerts', () => {
  const PARTNER: readonly AlertKind[] = [
    'webhook_degraded',
    'webhook_disabled',
    'webhook_secret_ends',
    'api_key_ends',
    'runtime_drift',
    'runtime_silent',
    'campaign_paused',
    'wash_ends',
    'capacity_blocked',
  ];
  const REQUESTS: readonly AlertKind[] = [
    'usage_threshold',
    'caller_request_urgent',
    'caller_request_overdue',
  ];
  const SIGN_IN: readonly AlertKind[] = ['break_glass', 'way_back_ends', 'sso_certificate_ends'];
  const STAFF: readonly AlertKind[] = ['campaign_paused', 'wash_ends', 'capacity_blocked', ...REQUESTS];

  it.each([
    ['partner_admin', [...PARTNER, 'address_bounced']],
    ['partner_user', PARTNER],
    [
      'client_admin',
      [...PARTNER.slice(0, 2), 'capacity_blocked', ...REQUESTS, 'address_bounced', ...SIGN_IN],
    ],
    ['client_manager', ['capacity_blocked']],
    ['client_staff', ['capacity_blocked']],
    ['service_admin', [...STAFF, 'work_given_up', 'support_overdue']],
    ['service_operator', [...STAFF, 'work_given_up', 'support_overdue']],
    ['read-only', []],
  ] as const)('of %s are those of the routes that the role may call', (scope, kinds) => {
    expect(kindsFor(scope)).toEqual(kinds);
  });

  // alerts 3.5
  it('that come from the store of the tenant are unavailable with it', () => {
    expect(kindsOfTenantStore(ALERT_KINDS)).toEqual([
      'webhook_degraded',
      'webhook_disabled',
      'runtime_silent',
      'campaign_paused',
      'wash_ends',
      'capacity_blocked',
      'work_given_up',
      'support_overdue',
    ]);
  });
});
