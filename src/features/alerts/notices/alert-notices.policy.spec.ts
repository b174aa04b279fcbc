import { describe, expect, it } from 'vitest';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { kindsFor, type AlertKind, type AlertReason } from '../rules/alert-kinds.js';
import { reasonsOf } from '../rules/alert-texts.policy.js';
import { periodOf } from '../rules/told-periods.policy.js';
import { alertText, hasFixedBeginning, NOTIFIED_KINDS } from './alert-notices.policy.js';

const SINCE = new Date('2026-03-01T00:00:00Z');
const cause = (kind: AlertKind, dueAt: Date | null, reason: AlertReason | null = null) => ({
  kind,
  reason,
  subjectId: 'x',
  label: 'Recall',
  projectId: null,
  since: SINCE,
  dueAt,
});

describe('a notice of an alert', () => {
  // alerts 7.2
  it.each([
    ['api_key_ends', 14, ''],
    ['api_key_ends', 3.01, ''],
    ['api_key_ends', 3, 'last'],
    ['sso_certificate_ends', 30, ''],
    ['sso_certificate_ends', 7.01, ''],
    ['sso_certificate_ends', 7, '7 days'],
    ['sso_certificate_ends', 1.01, '7 days'],
    ['sso_certificate_ends', 1, 'last'],
    ['sso_certificate_ends', null, ''],
    ['way_back_ends', 1, ''],
    ['webhook_secret_ends', 1, ''],
    ['wash_ends', 1, ''],
    ['campaign_paused', null, ''],
  ] as const)('of %s with %s days left has a period of its own', (kind, days, end) => {
    const now = new Date('2026-04-01T00:00:00Z');
    const dueAt = days === null ? null : new Date(now.getTime() + days * 86_400_000);
    const expected = end === '' ? SINCE.toISOString() : `${SINCE.toISOString()}  ${end}`;
    expect(periodOf(cause(kind, dueAt), now)).toBe(expected);
  });

  // alerts 7.2: a beginning that moves would be another period each minute
  it.each([
    ['capacity_blocked', 22.9, true],
    ['capacity_blocked', 23, false],
    ['runtime_drift', 1000, true],
  ] as const)('of %s after %s hours is told: %s', (kind, hours, expected) => {
    const now = new Date(SINCE.getTime() + hours * 3_600_000);
    expect(hasFixedBeginning(cause(kind, null), now)).toBe(expected);
  });

  // alerts 7.4
  it('says in both languages what is wrong, what to do and until when', () => {
    const facts = {
      kind: 'campaign_paused',
      reason: 'capacity',
      subject_id: 'c',
      label: 'Recall',
      project_id: 'p',
      due_at: '2026-03-04T08:00:00.000Z',
      last_answer: null,
    } as const;
    expect(alertText(facts, 'en', 'Australia/Sydney', 'partner_admin')).toMatchObject({
      title: 'Campaign paused: Recall',
      lines: [
        expect.stringContaining('no capacity'),
        expect.any(String),
        'Ends: 4 Mar 2026, 19:00 Australia/Sydney',
      ],
    });
    expect(alertText(facts, 'de', 'UTC', 'partner_admin').title).toBe('Kampagne angehalten: Recall');
    expect(alertText(facts, 'de', 'UTC', 'partner_admin').lines[0]).toContain('Kapazität');
    const webhook = { ...facts, kind: 'webhook_disabled', reason: 'failing', last_answer: '503' } as const;
    expect(alertText(webhook, 'en', 'UTC', 'partner_admin')).toMatchObject({
      lines: [
        expect.any(String),
        expect.stringContaining('switch the webhook on'),
        'Last answer of the receiver: HTTP 503',
        expect.any(String),
      ],
      button: { path: '/integrations?project_id=p&tab=webhooks&webhook=c' },
    });
    expect(
      alertText({ ...webhook, last_answer: 'connect_timeout' }, 'de', 'UTC', 'partner_admin').lines[2],
    ).toContain(': connect timeout');
  });

  // alerts 2.3
  it.each(NOTIFIED_KINDS.flatMap((kind) => reasonsOf(kind).map((reason) => [kind, reason] as const)))(
    'about %s (%s) advises in both languages who can act, and tells others whom to ask',
    (kind, reason) => {
      const facts = {
        ...{ kind, reason, subject_id: 'c', label: 'Recall' },
        ...{ project_id: 'p', due_at: null, last_answer: null },
      };
      const advice = (language: 'en' | 'de') =>
        new Set(
          PORTAL_ROLES.filter((role) => kindsFor(role).includes(kind)).map(
            (role) => alertText(facts, language, 'UTC', role).lines[1],
          ),
        );
      const [english, german] = [advice('en'), advice('de')];
      expect(german.size).toBe(english.size);
      for (const text of german) expect(english.has(text)).toBe(false);
    },
  );
});
