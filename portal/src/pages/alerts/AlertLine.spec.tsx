import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../api/generated';
import { aSession, show } from '../../testing/show';
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
} as unknown as Alert;

describe('an overdue request among the alerts', () => {
  it.each([
    ['who moves requests', ['transitionCallerRequest'], /^Complete the request now/],
    ['who cannot', [], /^Staff of the platform have to complete the request now/],
  ] as const)('advises a person %s', async (_, operations, advice) => {
    show(<AlertLine alert={alert} isPending={false} onAcknowledge={() => undefined} />, {
      session: aSession({ 'client-a': 'client_admin' }, operations),
    });
    expect(await screen.findByText(advice)).toBeTruthy();
  });
});
