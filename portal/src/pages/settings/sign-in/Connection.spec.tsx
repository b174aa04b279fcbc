import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionRecord, ConnectionTestResponse } from '../../../api/generated';
import { refusal, show, type Answers } from '../../../testing/show';
import { ConnectionActs } from './ConnectionActs';
import { ConnectionTest } from './ConnectionTest';

const ROUTE = '/security/sso/connections/c-1';
const OFFICE = {
  connection_id: 'c-1',
  name: 'Head office',
  state: 'draft',
  is_serving: false,
  etag: 'e1',
} as ConnectionRecord;
const DONE: ConnectionTestResponse = {
  outcome: 'succeeded',
  is_of_newest_settings: true,
  ended_at_utc: '2026-11-20T10:15:00.000Z',
  reason: null,
  detail: null,
  subject: '00u1x8k',
  email: 'mei@example.com',
  display_name: 'Mei Tanaka',
  auth_time_utc: null,
  amr: ['pwd', 'otp'],
  claims: [{ name: 'preferred_username', value: 'mei.tanaka@example.com' }],
};

const { location } = window;
const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { ...location, assign });
});
afterEach(() => vi.stubGlobal('location', location));

// single-sign-on 4.7
describe('the test of a connection', () => {
  const shown = (more: Answers) =>
    show(<ConnectionTest connection={OFFICE} />, {
      at: '/settings?tab=signIn&connection=c-1',
      answers: more,
    });

  it('leads to the directory, and comes back to the same page', async () => {
    const page = shown({ [`POST ${ROUTE}/test`]: { location: 'https://login.example.com/authorize' } });
    await screen.findByText('No test sign-in yet');
    await page.user.click(screen.getByRole('button', { name: 'Test the sign-in' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/authorize'));
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({
      return_to: '/settings?tab=signIn&connection=c-1',
    });
  });

  it('shows each claim of the directory', async () => {
    shown({ [`GET ${ROUTE}/test`]: { ...DONE } });
    await screen.findByText('Succeeded');
    for (const text of ['00u1x8k', 'mei@example.com', 'pwd, otp', 'preferred_username'])
      expect(screen.getAllByText(text)).toHaveLength(1);
    screen.getByText('mei.tanaka@example.com');
  });

  it('says why it failed, and that the settings are newer', async () => {
    shown({
      [`GET ${ROUTE}/test`]: {
        ...DONE,
        outcome: 'failed',
        is_of_newest_settings: false,
        reason: 'answer_not_valid',
        detail: 'audience',
        claims: [],
      },
    });
    await screen.findByText(/The directory's response is not valid.* \(audience\)/);
    screen.getByText(/The settings were changed after this test/);
  });

  it('stays where settings do not lead to a directory, and says when there were too many', async () => {
    let isLimited = false;
    const page = shown({
      [`POST ${ROUTE}/test`]: () =>
        isLimited ? refusal(429, {}, { 'retry-after': '30' }) : { location: null },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Test the sign-in' }));
    await vi.waitFor(() => expect(page.asked.filter(({ method }) => method === 'GET').length).toBe(2));
    expect(assign).not.toHaveBeenCalled();
    isLimited = true;
    await page.user.click(screen.getByRole('button', { name: 'Test the sign-in' }));
    await screen.findByText('Too many requests. Try again in 30 seconds.');
  });
});

// single-sign-on 2.4
describe('a connection', () => {
  it.each([
    ['draft', false, []],
    ['draft', true, ['Switch off']],
    ['tested', false, ['Let people sign in']],
    ['active', true, ['Switch off']],
    ['disabled', false, ['Let people sign in']],
  ] as const)('that is %s offers what is possible', async (state, is_serving, offered) => {
    show(<ConnectionActs connection={{ ...OFFICE, state, is_serving }} />);
    await screen.findByRole('heading');
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('is activated under the state that was read, and says why not', async () => {
    let isTested = false;
    const { user, asked } = show(<ConnectionActs connection={{ ...OFFICE, state: 'tested' }} />, {
      answers: {
        [`POST ${ROUTE}/activate`]: () =>
          isTested ? { ...OFFICE } : refusal(409, { details: { block_reason: 'connection_not_tested' } }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Let people sign in' }));
    await screen.findByText(/These settings have not been tested/);
    isTested = true;
    await user.click(screen.getByRole('button', { name: 'Let people sign in' }));
    await screen.findByText('People can sign in through Head office.');
    expect(asked.find(({ method }) => method === 'POST')!.headers.get('If-Match')).toBe('"e1"');
  });

  it('is switched off after a question', async () => {
    const { user } = show(<ConnectionActs connection={{ ...OFFICE, state: 'active', is_serving: true }} />, {
      answers: { [`POST ${ROUTE}/disable`]: { ...OFFICE, state: 'disabled' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Switch off' }));
    await screen.findByText('Head office is switched off.');
  });
});
