import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Alert, Notice } from '../../api/generated';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { Bell } from './Bell';

const session = aSession({ 'client-a': 'client_admin' }, [
  'listAlerts',
  'listNotices',
  'markNoticesRead',
  'listFollowUps',
]);
const counts = (open_count: number, is_complete = true) => ({ open_count, is_complete, items: [] });
const notice = (n: number, is_unread: boolean, subject = `subject ${n}`) =>
  ({
    notice_id: `n${n}`,
    kind: 'person',
    subject,
    topic: 'people',
    title: `Notice ${n}`,
    lines: ['More.'],
    action: { label: 'Open', path: '/settings?tab=people' },
    created_at_utc: `2026-11-27T08:0${9 - n}:00.000Z`,
    is_unread,
  }) satisfies Notice;
const notices = (unread_count: number, ...items: Notice[]) => ({
  items,
  unread_count,
  unavailable_topics: [],
});
const alert = {
  alert_id: 'a1',
  kind: 'runtime_drift',
  reason: null,
  severity: 'warning',
  subject: { type: 'project', id: 'p', label: 'Front desk' },
  project_id: 'p',
  since_utc: '2026-11-20T00:00:00.000Z',
  due_at_utc: null,
  state: 'open',
  told: null,
} as unknown as Alert;
const alerts = (...items: Alert[]) => ({
  items,
  pagination: { page: 1, page_size: 20, total_count: items.length, total_pages: 1 },
  open_count: items.length,
  unavailable_kinds: [],
  as_of_utc: '2026-11-27T08:00:00.000Z',
});

const bell = (answers: Answers) =>
  show(<Bell />, {
    session,
    answers: {
      'GET /portal/alert-counts': counts(0),
      'GET /portal/notices': notices(0),
      'GET /alerts': alerts(),
      ...answers,
    },
  });

describe('the bell', () => {
  it.each([
    ['one alert', counts(1), notices(0), '1 open alert', null],
    ['many', counts(1200, false), notices(0), '1,200 open alerts', null],
    ['unread notices', counts(2), notices(3), '3 unread notices, 2 open alerts', '3'],
    ['more than are counted', counts(0), notices(100), '100 unread notices or more, 0 open alerts', '99+'],
    ['that no alert is known', counts(0, false), notices(0), 'The number of open alerts is not known', '?'],
    [
      'that alerts cannot be read',
      refusal(503),
      notices(1),
      '1 unread notice, The number of open alerts is not known',
      '1',
    ],
    [
      'that some notices cannot be checked',
      counts(1),
      { ...notices(0), unavailable_topics: ['support'] },
      'The number of unread notices is not known, 1 open alert',
      '?',
    ],
    [
      'that notices cannot be read',
      counts(1),
      refusal(503),
      'The number of unread notices is not known, 1 open alert',
      '?',
    ],
  ])('says %s', async (_, open, unread, name, badge) => {
    bell({ 'GET /portal/alert-counts': open, 'GET /portal/notices': unread });
    await screen.findByRole('button', { name });
    if (badge !== null) expect(screen.getByText(badge)).toBeTruthy();
  });

  it('shows open alerts first, then what else happened, and marks all of it as read', async () => {
    let unread = 2;
    const { user, asked, path, search } = bell({
      'GET /portal/alert-counts': { ...counts(3), items: [{ client_id: 'client-b', alerts: { open: 2 } }] },
      'GET /alerts': alerts(alert),
      'GET /portal/notices': () =>
        notices(unread, notice(1, unread > 0, 'a1'), notice(2, unread > 0), notice(3, false)),
      'POST /portal/notices/read': () => {
        unread = 0;
        return { read_up_to_utc: '2026-11-27T08:08:00.000Z' };
      },
    });
    await user.click(await screen.findByRole('button', { name: /^2 unread notices/ }));
    const open = within(await screen.findByRole('region', { name: 'Open alerts' }));
    await open.findByText('The runtime runs a configuration other than the published one.');
    expect(open.getByText('Front desk')).toBeTruthy();
    expect(open.getByRole('img', { name: 'Unread' })).toBeTruthy();
    expect(open.getByRole('link', { name: '2 open alerts at other clients' })).toBeTruthy();
    // The notice of an open alert appears only there.
    const happened = within(screen.getByRole('region', { name: 'What happened' }));
    expect(happened.getAllByRole('listitem').map((it) => within(it).queryAllByRole('img').length)).toEqual([
      1, 0,
    ]);
    expect(happened.queryByText('Notice 1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await screen.findByRole('button', { name: '3 open alerts' });
    expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull();
    const sent = asked.filter(({ method }) => method === 'POST');
    expect(sent).toMatchObject([
      { query: { client_id: 'client-a' }, body: { up_to_utc: '2026-11-27T08:08:00.000Z' } },
    ]);
    expect(sent[0]!.headers.get('Idempotency-Key')).not.toBeNull();
    await user.click(happened.getByRole('link', { name: 'Notice 2' }));
    await waitFor(() => expect([path(), search()]).toEqual(['/settings', { tab: 'people' }]));
  });

  it('shows the calls that are for the person, with who gave them', async () => {
    const followUp = { call_id: 'c1', updated_by: 'noor', updated_at_utc: '2026-11-20T09:00:00.000Z' };
    const { user, path, search } = bell({
      'GET /calls/follow-ups': { items: [{ follow_up: followUp }], pagination: { total_records: 1 } },
      'GET /portal/names': { items: [{ id: 'noor', kind: 'partner', display_name: null }] },
    });
    await user.click(await screen.findByRole('button', { name: '0 open alerts' }));
    await screen.findByRole('button', { name: '1 call is yours to follow up, 0 open alerts' });
    const own = within(await screen.findByRole('region', { name: 'For you' }));
    await own.findByText(/partner/i);
    await user.click(own.getByRole('link', { name: '1 call is yours to follow up' }));
    await waitFor(() =>
      expect([path(), search()]).toEqual(['/follow-up', { client_id: 'client-a', owner: 'person' }]),
    );
  });

  it('says where nothing happened, and what is not known', async () => {
    const { user } = bell({});
    await user.click(await screen.findByRole('button', { name: '0 open alerts' }));
    await screen.findByText('Nothing needs your attention');
    await screen.findByText('Nothing else has happened in the last 90 days.');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it.each([
    [503, 'Notices is not available'],
    [404, 'There is no such page'],
    [500, 'Notices could not be loaded'],
  ])('shows a refusal of %s apart from the alerts', async (status, title) => {
    const { user } = bell({ 'GET /portal/notices': refusal(status) });
    await user.click(await screen.findByRole('button', { name: /^The number of unread notices/ }));
    await screen.findByText('Nothing needs your attention');
    const happened = within(screen.getByRole('region', { name: 'What happened' }));
    expect((await happened.findByRole('alert')).textContent).toContain(title);
  });

  it('keeps the marks and says so where they cannot be saved', async () => {
    const { user } = bell({
      'GET /portal/notices': notices(1, notice(1, true)),
      'POST /portal/notices/read': refusal(503),
    });
    await user.click(await screen.findByRole('button', { name: /^1 unread notice/ }));
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
    expect(screen.getByRole('img', { name: 'Unread' })).toBeTruthy();
  });
});
