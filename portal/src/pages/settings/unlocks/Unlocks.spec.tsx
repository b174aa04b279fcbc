import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { Unlocks } from './Unlocks';

const session = aSession({ 'client-a': 'client_admin' }, ['listPiiUnlocks']);
const LIST = 'GET /security/pii-unlock-requests';
const row = (unlock_id: string, fields: object = {}) => ({
  unlock_id,
  call_id: 'c1',
  state: 'requested',
  kinds: ['transcript'],
  reason_code: 'complaint',
  note: 'A wrong date',
  requested_at_utc: '2026-10-31T04:00:00.000Z',
  requested_by: 'p2',
  requested_role: 'client_manager',
  decided_at_utc: null,
  decided_by: null,
  first_look_at_utc: null,
  looks: 0,
  expires_at_utc: '2026-11-01T04:00:00.000Z',
  ended_at_utc: null,
  ended_by: null,
  ...fields,
});
const shown = (items: object[], more: Answers = {}) =>
  show(<Unlocks />, {
    at: '/settings?tab=unlocks',
    session,
    answers: { [LIST]: { items }, 'GET /portal/names': { items: [] }, ...more },
  });

describe('the requests that wait for an administrator', () => {
  it('are approved, but not one’s own', async () => {
    const own = row('u2', { requested_by: session.user_id, note: 'Mine' });
    const { user, asked } = shown([row('u1'), own], {
      'POST /calls/c1/pii-unlock-requests/u1/approve': { state: 'approved' },
    });
    const line = (await screen.findByText('A wrong date')).closest('tr')!;
    const mine = screen.getByText('Mine').closest('tr')!;
    within(mine).getByText('You asked for this yourself: another administrator decides.');
    expect(within(mine).queryByRole('button', { name: 'Approve' })).toBeNull();
    await user.click(within(line).getByRole('button', { name: 'Approve' }));
    await screen.findByText('The request is approved.');
    expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/calls/c1/pii-unlock-requests/u1/approve',
    ]);
  });

  it('say why a decision is refused', async () => {
    const { user } = shown([row('u1')], {
      'POST /calls/c1/pii-unlock-requests/u1/deny': refusal(409, { message: 'Already decided.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Deny' }));
    await screen.findByText('Already decided.');
  });

  it('are listed by state, with what became of them', async () => {
    const { user, asked } = shown([row('u1', { state: 'active', looks: 3 })]);
    await screen.findByText('3 views');
    screen.getByRole('button', { name: 'End now' });
    await user.click(screen.getByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'Denied' }));
    await screen.findByText('3 views');
    expect(
      asked.filter(({ path }) => path === '/security/pii-unlock-requests').map(({ query }) => query['state']),
    ).toEqual(['requested', 'denied']);
  });

  it('have a state without any', async () => {
    shown([]);
    await screen.findByText('No request is waiting for a decision');
  });

  it('have a state of a source that does not answer', async () => {
    shown([], { [LIST]: refusal(503) });
    await screen.findByRole('alert');
  });
});
