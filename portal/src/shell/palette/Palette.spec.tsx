import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { changeLanguage } from '../../texts/texts';
import { pagesOf } from '../pages';
import { Palette } from './Palette';
import { EarlyKeys } from './EarlyKeys';

const THINGS = 'GET /portal/search';
const CALLS = 'GET /portal/search/calls';
const VIEWS = 'GET /portal/views';
const OF = { client_id: 'client-a', business_name: 'Acme' };
const NO_THINGS = { clients: [], projects: [], campaigns: [], requests: [], unavailable: [] };
const NO_CALLS = { items: [], number: 'no_number', words: null };
const call = (more: object = {}) => ({
  call_id: 'room-1',
  project_id: 'p',
  project_name: 'Front desk',
  started_at_utc: '2026-11-20T10:15:00.000Z',
  direction: 'inbound',
  caller_display: '+61 *** *** 123',
  detail_available: true,
  ...more,
});

const open = (answers: Answers, operations: Parameters<typeof aSession>[1] = ['findCalls', 'listCalls']) => {
  const session = aSession({ 'client-a': 'client_admin' }, operations);
  const shown = show(<Palette session={session} pages={pagesOf(session, 'client-a')} asked={1} />, {
    session,
    at: '/?client_id=client-a&range=2026-11-01..2026-11-28&zone=UTC',
    answers: { [THINGS]: NO_THINGS, [CALLS]: NO_CALLS, ...answers },
  });
  const type = async (text: string): Promise<void> => {
    await shown.user.type(await screen.findByRole('textbox'), text);
  };
  return { ...shown, type };
};

beforeEach(() => sessionStorage.clear());

it('keeps what is typed while its code loads, and gives the page none of it', async () => {
  const keysOfPage: string[] = [];
  document.addEventListener('keydown', ({ key }) => keysOfPage.push(key));
  let text = '';
  const { user } = show(<EarlyKeys type={(change) => (text = change(text))} />, { answers: {} });
  await user.keyboard('gaz{Backspace}{Control>}k{/Control}');
  expect(text).toBe('ga');
  expect(keysOfPage).toEqual(['Control', 'k']);
});

describe('the palette', () => {
  it('leads to the export of last month, if the person may export', async () => {
    const { type, user, path, search } = open({}, ['listCalls', 'getExportCapabilities']);
    await type('export');
    await user.click(await screen.findByRole('button', { name: /^Export last month's calls/ }));
    expect([path(), search()]).toEqual([
      '/calls',
      { client_id: 'client-a', range: 'last_month', dialog: 'export' },
    ]);
  });

  it('begins with what was typed before it was there', async () => {
    const session = aSession({ 'client-a': 'client_admin' }, []);
    show(<Palette session={session} pages={pagesOf(session, 'client-a')} asked={1} typed="billi" />, {
      session,
      at: '/?client_id=client-a',
      answers: { [THINGS]: NO_THINGS },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('billi');
  });

  it('keeps what is typed from its first moment on, each time it opens', async () => {
    const session = aSession({ 'client-a': 'client_admin' }, []);
    const keysOfPage: string[] = [];
    const onPage = ({ key }: KeyboardEvent) => keysOfPage.push(key);
    document.addEventListener('keydown', onPage);
    function Page() {
      const [asked, setAsked] = useState(0);
      return (
        <>
          <button onClick={() => setAsked((before) => before + 1)}>Open</button>
          {asked > 0 && <Palette session={session} pages={pagesOf(session, 'client-a')} asked={asked} />}
        </>
      );
    }
    show(<Page />, { session, at: '/?client_id=client-a', answers: { [THINGS]: NO_THINGS } });
    const openIt = await screen.findByText('Open');
    for (const text of ['0491', '570']) {
      act(() => openIt.click());
      // In the same turn, before the field has the focus.
      for (const key of text) act(() => void fireEvent.keyDown(document.body, { key }));
      expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe(text);
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    }
    document.removeEventListener('keydown', onPage);
    expect(keysOfPage).toEqual(['Escape', 'Escape']);
  });

  it.each([
    ['en', 'Search'],
    ['de', 'Suchen'],
  ] as const)('is a dialog with a name: %s', async (language, name) => {
    await changeLanguage(language);
    open({});
    await screen.findByRole('dialog', { name });
    await changeLanguage('en');
  });

  it('finds things by name, opens them by keyboard, and remembers them without what was typed', async () => {
    const { type, user, path, search } = open({
      [THINGS]: {
        ...NO_THINGS,
        projects: [{ ...OF, project_id: 'p', display_name: 'Zebra desk' }],
        campaigns: [{ ...OF, campaign_id: 'c', name: 'Zebra recall', status: 'running' }],
        requests: [
          { ...OF, request_id: 'r', tracking_id: 'REQ-0012', request_type: 'access', status: 'ready' },
        ],
      },
    });
    await type('zebra');
    await screen.findByRole('button', { name: /Zebra recall/ });
    screen.getByRole('button', { name: /REQ-0012/ });
    // The first line is selected; people of a customer see the calls of a project.
    await user.keyboard('{Enter}');
    expect([path(), search()]).toEqual(['/calls', { client_id: 'client-a', project_id: 'p' }]);
    expect(sessionStorage.getItem('recent-places')).toContain('Zebra desk');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('"zebra"');
  });

  it('opens a project of somebody who reads its lifecycle, and calls where the role opens them', async () => {
    const { type, user, path, search } = open(
      {
        [THINGS]: { ...NO_THINGS, projects: [{ ...OF, project_id: 'p', display_name: 'Zebra desk' }] },
        [CALLS]: {
          ...NO_CALLS,
          number: 'searched',
          items: [call(), call({ call_id: 'room-2', detail_available: false })],
        },
      },
      ['findCalls', 'getProjectLifecycle'],
    );
    await type('+61 491 570 123');
    const [first, second] = await screen.findAllByRole('button', { name: /Nov 20, 2026.*\*\*\* 123/ });
    await user.click(second!);
    expect([path(), search()['search']]).toEqual(['/calls', 'room-2']);
    expect(first).toBeDefined();
  });

  it('searches words when it is told to, in the range of the view, and says how far it came', async () => {
    const { type, user, asked } = open({
      [CALLS]: ({ query }) =>
        query['words']
          ? {
              ...NO_CALLS,
              words: {
                items: [
                  { call: call(), found_in: 'summary', excerpt: '… wants a refund …', offset_ms: null },
                ],
                found: 1,
                searched: 300,
                complete: false,
              },
            }
          : NO_CALLS,
    });
    await type('refund');
    expect(asked.some((it) => it.query['words'])).toBe(false);
    await user.click(await screen.findByRole('button', { name: /Search summaries and transcripts/ }));
    await screen.findByText('… wants a refund …');
    expect(screen.getByRole('status').textContent).toBe(
      '1 found in 300 searched calls. Older calls in the range were not searched. Choose a shorter range.',
    );
    const { query } = asked.find((it) => it.query['words'])!;
    expect([query['start_date'], query['end_date'], query['timezone'], query['client_id']]).toEqual([
      '2026-11-01',
      '2026-11-28',
      'UTC',
      'client-a',
    ]);
  });

  it.each([
    [{ ...NO_CALLS, number: 'not_permitted' }, '+61491570123', 'Your role may not search by a whole number.'],
    [NO_CALLS, '0491 570 123', /^Enter a telephone number with its country code/],
  ])('says why a number finds nothing: %j', async (answer, text, note) => {
    const { type } = open({ [CALLS]: answer });
    await type(text);
    await screen.findByText(note);
  });

  // calls 4.2
  it.each(['158', '0491 570 158', '+61 *** *** 158'])(
    'opens the calls whose number ends as what is typed, and keeps no digit of it: %s',
    async (text) => {
      const { type, user, path, search } = open({});
      await type(text);
      await screen.findByRole('button', { name: /Calls whose number ends in 158/ });
      await user.keyboard('{Enter}');
      expect([path(), search()]).toEqual(['/calls', { client_id: 'client-a', caller: '158', range: '90' }]);
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('158');
    },
  );

  // calls 4.2, 4.5
  it('opens all calls of a whole number for who may see it, and keeps no digit of it', async () => {
    const { type, user, path, search } = open({ [CALLS]: { ...NO_CALLS, number: 'searched' } });
    await type('+61 491 570 158');
    await user.click(await screen.findByRole('button', { name: /^All calls of this number/ }));
    expect([path(), search()]).toEqual([
      '/calls',
      { client_id: 'client-a', caller: '+61491570158', range: '90' },
    ]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('158');
  });

  it('offers no numbers for words, for two digits, or to people without the list', async () => {
    const { type, user } = open({});
    await type('15');
    expect(screen.queryByText(/number ends/)).toBeNull();
    await user.clear(screen.getByRole('textbox'));
    await type('room 158');
    expect(screen.queryByText(/number ends/)).toBeNull();
  });

  it('shows what it has while a part does not answer, and asks that part again', async () => {
    let isDown = true;
    const { type, user } = open({
      [THINGS]: () =>
        isDown ? refusal(503) : { ...NO_THINGS, clients: [{ ...OF, business_name: 'Zebra Group' }] },
    });
    await type('zebra');
    const alert = await screen.findByRole('alert');
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /Zebra Group/ });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when nothing matches', async () => {
    const { type } = open({}, []);
    await type('qqq');
    await screen.findByText('Nothing matches');
  });

  it('begins with what was opened last, and finds saved views', async () => {
    sessionStorage.setItem(
      'recent-places',
      JSON.stringify([{ id: 'x', label: 'Opened before', description: '', to: '/', search: {} }]),
    );
    const view = { view_id: 'v', name: 'Missed today', address: '/calls?status=missed', shared: false };
    const { type, user, path, search } = open({ [VIEWS]: { items: [view], may_share: false } }, [
      'listSavedViews',
      'listCalls',
    ]);
    await screen.findByRole('button', { name: /Opened before/ });
    await type('missed');
    await user.click(await screen.findByRole('button', { name: /Missed today/ }));
    expect([path(), search()]).toEqual(['/calls', { client_id: 'client-a', status: 'missed' }]);
  });
});
