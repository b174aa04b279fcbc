import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../api/generated';
import type { Operation } from '../../session/rights';
import { aSession, show } from '../../testing/show';
import { changeLanguage } from '../../texts/texts';
import { AlertLine } from './AlertLine';

const alert = {
  alert_id: 'a',
  kind: 'caller_request_overdue',
  reason: null,
  severity: 'critical',
  subject: { type: 'caller_request', id: 'r', label: 'REQ-0007' },
  project_id: null,
  since_utc: '2026-11-20T00:00:00.000Z',
  due_at_utc: null,
  state: 'open',
  acknowledged_by: null,
  told: null,
} as unknown as Alert;

describe('an overdue request among the alerts', () => {
  it.each([
    ['who moves requests', ['transitionCallerRequest'], /^Complete the request now/],
    ['who cannot', [], /^Staff of the platform must complete the request now/],
  ] as const)(
    'advises a person %s, and lets only who can move it acknowledge it',
    async (_, operations, advice) => {
      show(<AlertLine alert={alert} isPending={false} onAcknowledge={() => undefined} />, {
        session: aSession({ 'client-a': 'client_admin' }, operations),
      });
      expect(await screen.findByText(advice)).toBeTruthy();
      expect(screen.queryAllByRole('button', { name: /^Acknowledge/ })).toHaveLength(operations.length);
    },
  );
});

// alerts 2.1, 2.3
describe('a failing webhook among the alerts', () => {
  const webhook = {
    ...alert,
    kind: 'webhook_disabled',
    reason: 'failing',
    subject: { type: 'webhook', id: 'w', label: 'hooks.acme.example' },
    project_id: 'desk',
  } as unknown as Alert;

  it.each([
    ['partner_admin', ['listWebhooks'], /^Fix the receiver/, '/integrations', 'webhook=w'],
    ['client_admin', [], /^Ask your partner to fix/, '/status', 'project_id=desk'],
  ] as const)('tells a %s what to do, and leads there', async (role, operations, advice, path, query) => {
    show(<AlertLine alert={webhook} isPending={false} onAcknowledge={() => undefined} />, {
      session: aSession({ 'client-a': role }, operations),
    });
    await screen.findByText(advice);
    const href = screen.getByRole('link', { name: 'hooks.acme.example' }).getAttribute('href');
    expect(href).toMatch(new RegExp(`^${path}\\?`));
    expect(href).toContain(query);
  });

  it('advises in German too', async () => {
    await changeLanguage('de');
    show(<AlertLine alert={webhook} isPending={false} onAcknowledge={() => undefined} />, {
      session: aSession({ 'client-a': 'client_admin' }, []),
    });
    await screen.findByText(/^Bitten Sie Ihren Partner/);
    await changeLanguage('en');
  });
});

// alerts 2.8
describe('an alert of refused calls', () => {
  it.each([
    [{ project: 5, client: 20 }, 'Limit: 5 concurrent calls for the project, and 20 for the client.'],
    [{ project: null, client: 1200 }, 'Limit of the client: 1,200 concurrent calls.'],
    [{ project: 5, client: null }, 'Limit of the project: 5 concurrent calls.'],
  ])('names the limits that are set: %o', async (limits, text) => {
    const subject = { type: 'project' as const, id: 'p', label: 'Front desk' };
    show(
      <AlertLine
        alert={{ ...alert, kind: 'capacity_blocked', subject, limits }}
        isPending={false}
        onAcknowledge={() => undefined}
      />,
    );
    await screen.findByText(text);
  });
});

// alerts 7.5
describe('an alert', () => {
  const line = (told: Alert['told'], operations: readonly Operation[] = []) =>
    show(<AlertLine alert={{ ...alert, told }} isPending={false} onAcknowledge={() => undefined} />, {
      session: aSession({ 'client-a': 'client_admin' }, operations),
    });
  const address = { email_masked: 'd***@e***.com', label: 'Front desk', at_utc: '2026-11-20T00:05:00.000Z' };

  it.each([
    ['sent', 'Sent'],
    ['failed', 'Not delivered'],
    ['waiting', 'Being sent'],
  ] as const)('says whom it was told, and what became of it: %s', async (status, word) => {
    line([{ ...address, status }]);
    const told = (await screen.findByText('Notified:')).parentElement!;
    for (const text of ['Front desk', 'd***@e***.com', word]) expect(told.textContent).toContain(text);
  });

  it('says that nobody was told, and where to change that', async () => {
    line([], ['listEmailAddresses']);
    await screen.findByText(/^No address was notified of this/);
    expect(screen.getByRole('link', { name: 'Choose addresses' }).getAttribute('href')).toContain(
      'tab=addresses',
    );
  });

  it('says nothing of it to who sees no addresses', async () => {
    line(null, ['listEmailAddresses']);
    await screen.findByText(/overdue/);
    expect(screen.queryByText(/told|notified/i)).toBeNull();
  });
});
