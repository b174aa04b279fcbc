import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { changeLanguage } from '../../../texts/texts';
import { UnlockPanel } from './Unlock';

const session = aSession({ 'client-a': 'client_manager' }, ['requestPiiUnlock']);
const LIST = 'GET /calls/c1/pii-unlock-requests';
const unlock = (fields: object = {}) => ({
  unlock_id: 'u1',
  call_id: 'c1',
  state: 'requested',
  kinds: ['transcript'],
  reason_code: 'complaint',
  note: null,
  requested_at_utc: '2026-10-31T04:00:00.000Z',
  requested_by: session.user_id,
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
const shown = (items: object[], unlockable_kinds: string[] = ['transcript'], more: Answers = {}) =>
  show(<UnlockPanel callId="c1" />, {
    at: '/calls/c1',
    session,
    answers: { [LIST]: { items, unlockable_kinds }, ...more },
  });

describe('masked data of a call', () => {
  afterEach(async () => {
    vi.useRealTimers();
    await changeLanguage('en');
  });

  it('is asked for with kinds, a reason and a note', async () => {
    const { user, asked } = shown([], ['summary', 'transcript'], {
      'POST /calls/c1/pii-unlock-requests': { unlock_id: 'u1', call_id: 'c1', state: 'requested' },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask to see masked data' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Summary' }));
    await user.click(screen.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Another reason' }));
    const send = screen.getByRole('button', { name: 'Send the request' });
    expect(send.hasAttribute('disabled')).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Note for the administrator' }), 'A wrong date');
    await user.click(send);
    await screen.findByText('The request was sent. You get a notice when it is decided.');
    const sent = asked.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ kinds: ['transcript'], reason_code: 'other', note: 'A wrong date' });
  });

  it('is not offered where nothing can be unlocked', async () => {
    const { asked } = shown([unlock({ requested_by: 'another person' })], []);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByText('Masked data of this call')).toBeNull();
  });

  it('shows that a request waits, and takes it back', async () => {
    const { user, asked } = shown([unlock()], ['transcript'], {
      'POST /calls/c1/pii-unlock-requests/u1/end': { state: 'ended' },
    });
    await screen.findByText('Waiting for a decision');
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('The unlock has ended.');
    expect(asked.filter(({ path }) => path.endsWith('pii-unlock-requests'))).toHaveLength(2);
  });

  it('counts down while it is open, and reads again at the end', async () => {
    // The end comes by the clock alone, however long the page takes.
    vi.useFakeTimers({ toFake: ['Date'] });
    const until = new Date(Date.now() + 90_000);
    const { asked } = shown([unlock({ state: 'active', expires_at_utc: until.toISOString() })]);
    expect((await screen.findByRole('timer')).textContent).toBe('Open for another 1:30 minutes');
    expect(asked).toHaveLength(1);
    vi.setSystemTime(until);
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  });

  it('says why a request is refused', async () => {
    const { user } = shown([], ['transcript'], {
      'POST /calls/c1/pii-unlock-requests': refusal(409, { code: 'unlock_open', message: 'Already open.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Ask to see masked data' }));
    await user.click(await screen.findByRole('button', { name: 'Send the request' }));
    await screen.findByText('Already open.');
  });

  it('has a state for a source that does not answer', async () => {
    show(<UnlockPanel callId="c1" />, { at: '/calls/c1', session, answers: { [LIST]: refusal(503) } });
    await screen.findByText('Masked data of this call');
    await screen.findByRole('alert');
  });
});
