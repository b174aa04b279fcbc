import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queries } from '../../data/queries';
import { show, type Answers } from '../../testing/show';
import { CallsPage } from './CallsPage';

const LIST = 'GET /calls/list';
const row = (call_id: string, more: object = {}) => ({
  call_id,
  project_id: 'p1',
  project_name: 'Front desk',
  direction: 'inbound',
  channel: 'phone',
  call_status: 'completed',
  status_detail: null,
  started_at_utc: new Date(Date.now() - 60_000).toISOString(),
  ended_at_utc: null,
  duration_seconds: 30,
  caller_display: `+61 *** *** ${call_id}`,
  agent_name: null,
  primary_outcome: { id: 'resolved' },
  sentiment: 'neutral',
  ...more,
});

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

it('counts new calls by the filters of the list, and grows on a click alone', async () => {
  let rows = [row('001')];
  const answers: Answers = {
    [LIST]: ({ query }) => {
      const isStrip = query['status'] === 'in_progress';
      const items = isStrip ? [] : rows;
      return { items: query['page_size'] === '1' ? [] : items, pagination: { total_records: items.length } };
    },
  };
  const { asked, user } = show(<CallsPage />, {
    at: '/calls?zone=UTC&range=today&sentiment=neutral',
    answers,
  });
  await screen.findByText('+61 *** *** 001');
  await screen.findByText('No call in progress');
  expect(asked.filter(({ query }) => query['page_size'] === '1')).toEqual([]);
  rows = [row('003'), row('002'), ...rows];
  await vi.advanceTimersByTimeAsync(16_000);
  const more = await screen.findByRole('button', { name: '2 new calls' });
  expect(screen.queryByText('+61 *** *** 003')).toBeNull();
  const counted = asked.find(({ query }) => query['page_size'] === '1');
  expect(counted?.query).toMatchObject({ sentiment: 'neutral', start_date: rows[2]!.started_at_utc });
  await user.click(more);
  await screen.findByText('+61 *** *** 003');
  await waitFor(() => expect(screen.queryByRole('button', { name: /new call/ })).toBeNull());
  queries.clear();
});

it('shows what is in progress, and a call that never ended as one whose end was not reported', async () => {
  const old = { call_status: 'in_progress', started_at_utc: '2020-01-01T00:00:00.000Z' };
  const silent = { call_status: 'failed', status_detail: 'runtime_silent' };
  const answers: Answers = {
    [LIST]: ({ query }) =>
      query['status'] === 'in_progress'
        ? { items: [row('009', { call_status: 'in_progress' })], pagination: { total_records: 1 } }
        : { items: [row('001', old), row('002', silent)], pagination: { total_records: 2 } },
  };
  const { asked } = show(<CallsPage />, { at: '/calls?zone=UTC&range=2020-01-01..2020-01-02', answers });
  await screen.findByText('1 call in progress');
  expect(screen.getByRole('link', { name: '+61 *** *** 009' }).getAttribute('href')).toContain('/calls/009');
  expect(await screen.findAllByText('End not reported')).toHaveLength(2);
  // A range that is over gets no new calls.
  await vi.advanceTimersByTimeAsync(16_000);
  expect(asked.filter(({ query }) => query['page_size'] === '1')).toEqual([]);
  const strip = asked.find(({ query }) => query['status'] === 'in_progress');
  expect(Date.now() - Date.parse(strip!.query['start_date']!)).toBeLessThan(25 * 3_600_000);
  queries.clear();
});

it('says that it looks for calls in progress, before it says that there is none', async () => {
  const strip = Promise.withResolvers<Record<string, unknown>>();
  const none = { items: [], pagination: { total_records: 0 } };
  show(<CallsPage />, {
    at: '/calls?zone=UTC',
    answers: { [LIST]: ({ query }) => (query['status'] === 'in_progress' ? strip.promise : none) },
  });
  await screen.findByRole('status', { name: 'Loading: Calls in progress' });
  expect(screen.queryByText('No call in progress')).toBeNull();
  strip.resolve(none);
  await screen.findByText('No call in progress');
  queries.clear();
});
