import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FollowUpResponse } from '../../api/generated';
import type { Operation } from '../../session/rights';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { changeLanguage } from '../../texts/texts';
import { CallBack } from './CallBack';

const saved: FollowUpResponse = {
  call_id: 'c1',
  state: 'open',
  reason: 'missed_inbound',
  owner: null,
  due_at_utc: null,
  note: null,
  note_status: 'none',
  tags: ['quote'],
  created_at_utc: null,
  updated_at_utc: null,
  updated_by: null,
  etag: '4',
};
const masked = { call_id: 'c1', project_id: 'p1', caller_display: '+61 *** *** 156' };
const permitted = { ...masked, caller: { number: '+61491570156', name: null } };
const LOOK = 'POST /calls/c1/audit-pii-access';

const shown = (call: object, role: string, operations: readonly Operation[], more: Answers = {}) =>
  show(<CallBack saved={saved} />, {
    at: '/follow-up',
    session: aSession({ 'client-a': role }, operations),
    answers: { 'GET /calls/c1': call as Record<string, unknown>, [LOOK]: {}, ...more },
  });
const mayCall = (people: readonly object[]): Answers => ({
  'GET /calls/c1/call-back': { call_id: 'c1', roles: ['client_admin'], people },
});
const callBack = () => screen.findByRole('button', { name: 'Call back' });

describe('calling back', () => {
  afterEach(() => changeLanguage('en'));

  // privacy 7.1
  it('gives a client_admin the number as a link, after the view of it is recorded', async () => {
    const { user, asked } = shown(permitted, 'client_admin', ['saveFollowUp']);
    await callBack();
    expect(asked).toEqual([]);
    await user.click(await callBack());
    const link = await screen.findByRole('link', { name: '+61491570156' });
    expect(link.getAttribute('href')).toBe('tel:+61491570156');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Call back' }));
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /calls/c1', LOOK]);
    expect(screen.queryByRole('link', { name: 'Call with the assistant' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('lets the person who has called back say so', async () => {
    const { user, asked } = shown(permitted, 'client_admin', ['saveFollowUp'], {
      'PUT /calls/c1/follow-up': { ...saved, state: 'done', etag: '5' },
    });
    await user.click(await callBack());
    await user.click(await screen.findByRole('button', { name: 'I called back: done' }));
    await screen.findByText('The follow-up is saved.');
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      state: 'done',
      owner: null,
      due_at_utc: null,
      tags: ['quote'],
    });
  });

  it('leads those who may dial to the single call of this number', async () => {
    const { user } = shown(permitted, 'partner_admin', ['saveFollowUp', 'createDispatch']);
    await user.click(await callBack());
    const link = await screen.findByRole('link', { name: 'Call with the assistant' });
    expect(link.getAttribute('href')).toBe('/campaigns/single-calls?client_id=client-a&call=c1');
  });

  it('shows no number that could not be recorded', async () => {
    const { user } = shown(permitted, 'client_admin', [], { [LOOK]: refusal(503) });
    await user.click(await callBack());
    await screen.findByRole('alert');
    expect(document.body.innerHTML).not.toContain('491570156');
  });

  it.each([
    ['partner_admin', "the client's administrators"],
    ['client_manager', "the client's administrators (Noor Aziz)"],
    ['client_staff', "the client's administrators (Noor Aziz)"],
  ])('tells a %s without the number who may call back: %s', async (role, who) => {
    const name = role === 'partner_admin' ? null : 'Noor Aziz';
    const { user, asked } = shown(masked, role, ['saveFollowUp', 'createDispatch'], {
      ...mayCall([{ user_id: 'noor', role: 'client_admin', display_name: name }]),
      'PUT /calls/c1/follow-up': { ...saved, etag: '5' },
    });
    await user.click(await callBack());
    await screen.findByText(`Who may call back: ${who}.`);
    expect(screen.queryByRole('button', { name: 'Call back' })).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    await user.click(await screen.findByRole('menuitem', { name: name ?? 'Administrator' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
    const sent = asked.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ state: 'open', owner: 'noor', due_at_utc: null, tags: ['quote'] });
    expect(sent?.headers.get('If-Match')).toBe('4');
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('offers neither the reader nor one of several people without a name', async () => {
    const { user, asked } = shown(masked, 'partner_admin', ['saveFollowUp'], {
      ...mayCall([
        { user_id: 'person', role: 'partner_user', display_name: 'Kim Person' },
        { user_id: 'one', role: 'client_admin', display_name: null },
        { user_id: 'two', role: 'client_admin', display_name: null },
      ]),
      'PUT /calls/c1/follow-up': { ...saved, etag: '5' },
    });
    await user.click(await callBack());
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((it) => it.textContent)).toEqual(['To everyone who may call back']);
    await user.click(items[0]!);
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ owner: null }),
    );
  });

  it('says that no role may see the number', async () => {
    const { user } = shown(masked, 'client_staff', ['saveFollowUp'], {
      'GET /calls/c1/call-back': { call_id: 'c1', roles: [], people: [] },
    });
    await user.click(await callBack());
    await screen.findByText(/^Under the client's privacy policy, no role may see it/);
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('does not guess while the answer is unavailable', async () => {
    const { user } = shown(masked, 'client_staff', ['saveFollowUp'], {
      'GET /calls/c1/call-back': refusal(503),
    });
    await user.click(await callBack());
    await screen.findByRole('alert');
    expect(screen.queryByText(/may call back/)).toBeNull();
  });

  it('tells a reader who may change nothing what to do', async () => {
    const { user } = shown(masked, 'partner_user', [], mayCall([]));
    await user.click(await callBack());
    await screen.findByText(/Send them the link to this call\.$/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    { ...masked, caller_display: null },
    { ...permitted, caller: { number: null, name: null } },
  ])('says that a call has no number: %j', async (call) => {
    const { user } = shown(call, 'client_admin', ['saveFollowUp']);
    await user.click(await callBack());
    await screen.findByText('This call has no number to call back.');
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('says it in German', async () => {
    await changeLanguage('de');
    const { user } = shown(masked, 'client_manager', ['saveFollowUp'], mayCall([]));
    await user.click(await screen.findByRole('button', { name: 'Zurückrufen' }));
    await screen.findByText('Zurückrufen darf: die Administration des Kunden.');
    await screen.findByRole('button', { name: 'Übergeben' });
  });
});
