import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { FollowUpPage } from './FollowUpPage';
import { FollowUpPanel } from '../../parts/follow-up/FollowUpPanel';

const QUEUE = 'GET /calls/follow-ups';
const SETTINGS = 'GET /calls/follow-ups/settings';
const session = aSession({ 'client-a': 'client_admin' }, [
  'listFollowUps',
  'saveFollowUp',
  'saveFollowUpSettings',
  'createDispatch',
]);
const followUp = (call_id: string, more: object = {}) => ({
  call_id,
  state: 'open',
  reason: 'missed_inbound',
  owner: null,
  due_at_utc: null,
  note: null,
  note_status: 'none',
  tags: [],
  etag: '4',
  updated_by: null,
  updated_at_utc: null,
  ...more,
});
const queued = (call_id: string, more: object = {}) => ({
  project_id: 'p1',
  project_name: 'Front desk',
  direction: 'inbound',
  call_status: 'missed',
  started_at_utc: '2026-10-10T01:00:00.000Z',
  caller_display: `+61 *** *** ${call_id}`,
  follow_up: followUp(call_id, more),
});
const page = (...items: object[]) => ({
  items,
  pagination: { page: 1, page_size: 50, total_records: items.length, total_pages: 1 },
});
const off = { missed_inbound: false, upset_callers: false, source: 'default', etag: '0' };
const shown = (answers: Answers, at = '/follow-up', who = session) =>
  show(<FollowUpPage />, { at, session: who, answers: { [SETTINGS]: off, ...answers } });

describe('the queue of calls that need a person', () => {
  it('is worked by keyboard: j and k move, d settles, and the focus goes on to the next call', async () => {
    const calls = ['001', '002', '003'].map((id) => queued(id, { tags: ['quote'], note: 'Blue.' }));
    const { user, asked } = shown({
      [QUEUE]: () => page(...calls),
      'PUT /calls/002/follow-up': () => {
        calls.splice(1, 1);
        return { call_id: '002', state: 'done', etag: '5' };
      },
    });
    const link = (id: string): HTMLElement => screen.getByRole('link', { name: `+61 *** *** ${id}` });
    await screen.findByText('+61 *** *** 001');
    await user.keyboard('jjjk');
    expect(document.activeElement).toBe(link('002'));
    await user.keyboard('d');
    await waitFor(() => expect(screen.queryByText('+61 *** *** 002')).toBeNull());
    const sent = asked.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ state: 'done', owner: null, due_at_utc: null, tags: ['quote'] });
    expect(sent?.headers.get('If-Match')).toBe('4');
    await waitFor(() => expect(document.activeElement).toBe(link('003')));
    // Keys that are typed into a field have no other effect.
    await user.type(screen.getByRole('textbox', { name: 'Tag' }), 'd');
    expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('has rules that an administrator switches on, and filters in the address', async () => {
    const { user, asked, search } = shown({
      [QUEUE]: page(),
      'PUT /calls/follow-ups/settings': { ...off, missed_inbound: true, etag: '1' },
    });
    await screen.findByText('No calls need follow-up');
    expect(screen.getByRole('link', { name: /^Missed calls of the last 7 days/ }).getAttribute('href')).toBe(
      '/calls?client_id=client-a&status=missed&direction=inbound&follow_up=not_done',
    );
    await user.click(screen.getByRole('switch', { name: 'Missed inbound calls' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        missed_inbound: true,
        upset_callers: false,
      }),
    );
    await user.click(screen.getByRole('switch', { name: 'Mine' }));
    await user.click(screen.getByRole('radio', { name: 'Done' }));
    await waitFor(() => expect(search()).toEqual({ owner: 'person', state: 'done' }));
    await screen.findByText('Nothing done yet');
    expect(asked.at(-1)?.query).toMatchObject({ state: 'done', owner: 'person' });
  });

  it('shows a reader what there is, and no way to change it', async () => {
    const reader = aSession({ 'client-a': 'partner_user' }, ['listFollowUps']);
    shown({ [QUEUE]: page(queued('001', { note_status: 'withheld' })) }, '/follow-up', reader);
    await screen.findByText('There is a note, but your role may not see it.');
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    expect(screen.getByRole('switch', { name: 'Missed inbound calls' })).toHaveProperty('disabled', true);
  });

  it('says of a call that it was missed, and who handed it over', async () => {
    const owner = { user_id: 'person', display_name: 'Kim Person' };
    const given = {
      reason: 'by_hand',
      owner,
      updated_by: 'noor',
      updated_at_utc: '2026-10-10T02:00:00.000Z',
    };
    shown({
      [QUEUE]: page(queued('001', given), queued('002', { ...given, updated_by: 'person' })),
      'GET /portal/names': { items: [{ id: 'noor', kind: 'colleague', display_name: 'Noor Aziz' }] },
    });
    const [first, second] = await screen.findAllByRole('listitem');
    within(first!).getByText('Missed');
    await within(first!).findByText('Noor Aziz');
    within(first!).getByText(/handed over:/);
    // The owner has accepted it.
    expect(within(second!).queryByText(/handed over:/)).toBeNull();
  });

  it('says that a call was changed meanwhile', async () => {
    const stale = refusal(409, { code: 'conflict', stale: { guard: 'If-Match', sent: '4', current: '5' } });
    const { user } = shown({ [QUEUE]: page(queued('001')), 'PUT /calls/001/follow-up': stale });
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await screen.findByRole('alert');
  });
});

describe('the follow-up of a call', () => {
  const at = '/calls/c1';
  const panel = (saved: object, answers: Answers = {}, who = session) =>
    show(<FollowUpPanel callId="c1" />, {
      at,
      session: who,
      answers: { 'GET /calls/c1/follow-up': saved as Record<string, unknown>, ...answers },
    });

  it('is saved over the state that was read; a note that is not changed is not sent', async () => {
    const { user, asked } = panel(followUp('c1', { state: null, etag: '0' }), {
      'PUT /calls/c1/follow-up': { call_id: 'c1', state: 'open', etag: '1' },
    });
    await user.click(await screen.findByRole('radio', { name: 'Open' }));
    await user.click(screen.getByRole('combobox', { name: 'Owner' }));
    await user.click(await screen.findByRole('option', { name: /Kim Person/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The follow-up is saved.');
    const sent = asked.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ state: 'open', owner: 'person', due_at_utc: null, tags: [] });
    expect(sent?.headers.get('If-Match')).toBe('0');
    expect(sent?.headers.get('Idempotency-Key')).not.toBeNull();
  });

  it('can be given to the active people of the client by whoever may read them', async () => {
    const people = [
      { user_id: 'person', display_name: 'Kim Person', active: true },
      { user_id: 'noor', display_name: 'Noor Aziz', active: true },
      { user_id: 'left', display_name: 'Has Left', active: false },
    ];
    const who = aSession({ 'client-a': 'client_admin' }, ['saveFollowUp', 'listPeople']);
    const { user } = panel(
      followUp('c1', { owner: { user_id: 'other', display_name: 'Sam Partner' } }),
      { 'GET /portal/people': { items: people } },
      who,
    );
    await user.click(await screen.findByRole('combobox', { name: 'Owner' }));
    await screen.findByRole('option', { name: 'Noor Aziz' });
    expect(screen.getAllByRole('option').map((it) => it.textContent)).toEqual([
      expect.stringMatching(/Kim Person/),
      'Sam Partner',
      'Noor Aziz',
    ]);
  });

  it('has no field for a note that is withheld, and calls back', async () => {
    panel(followUp('c1', { note_status: 'withheld' }));
    await screen.findByText('There is a note, but your role may not see it.');
    expect(screen.queryByRole('textbox', { name: /^Note/ })).toBeNull();
    screen.getByRole('button', { name: 'Call back' });
  });
});
