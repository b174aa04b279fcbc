import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queries } from '../../../data/queries';
import { show } from '../../../testing/show';
import { Course } from './Course';
import { Neighbours } from './Neighbours';

const at = (seconds: number): string => new Date(Date.UTC(2026, 9, 10) + seconds * 1000).toISOString();
const call = {
  started_at_utc: at(0),
  timeline: [
    { event: 'call_started', at_utc: at(0) },
    { event: 'call_ended', at_utc: at(90) },
  ],
  transfer: {
    last_outcome: 'failed',
    attempts: [{ kind: 'transfer', outcome: 'failed', at_utc: at(70), target_name: 'Front desk' }],
  },
  consent: { obtained_at_utc: at(5), withdrawn_at_utc: null },
} as never;
const lines = [
  { role: 'agent', text: 'Good morning, may I record this?', offset_ms: 1_000 },
  { role: 'caller', text: 'Yes. My parcel is lost.', offset_ms: 6_000 },
  { role: 'agent', text: 'Which parcel?', offset_ms: 9_000 },
] as never;

it('shows a call in one column by time, with a search inside and chapters', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const { user } = show(<Course call={call} lines={lines} />);
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows.map((it) => /Started|morning|given|lost|Which|attempt 1|Ended/.exec(it)?.[0])).toEqual([
    'Started',
    'morning',
    'given',
    'lost',
    'Which',
    'attempt 1',
    'Ended',
  ]);
  await user.type(screen.getByRole('textbox', { name: 'Search this call' }), 'parcel{Enter}');
  await screen.findByText('2 lines');
  expect(document.querySelectorAll('mark')).toHaveLength(2);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: /Transfer attempt 1$/ }));
  expect(within(document.activeElement as HTMLElement).getByText('To Front desk')).toBeTruthy();
});

it('leads to the next and the previous call of the list, and on to its next page', async () => {
  const page = (ids: string[], next?: string) => ({
    items: ids.map((call_id) => ({ call_id })),
    pagination: {},
    ...(next && { next_cursor: next }),
  });
  const { user, path, search, asked } = show(<Neighbours callId="b" />, {
    at: '/calls/b?zone=UTC&range=2026-10-10..2026-10-10&sentiment=upset',
    answers: {
      'GET /calls/list': ({ query }) => (query['cursor'] ? page(['c', 'd']) : page(['a', 'b'], 'second')),
    },
  });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false));
  expect(asked[0]?.query).toMatchObject({ sentiment: 'upset', start_date: '2026-10-10' });
  await user.keyboard('k');
  await waitFor(() => expect(path()).toBe('/calls/a'));
  await user.keyboard('j');
  await waitFor(() => expect(path()).toBe('/calls/c'));
  expect(search()).toMatchObject({ sentiment: 'upset', cursor: 'second' });
});

it('leads on from a call that has left the list since', async () => {
  let ids = ['b', 'c'];
  const { user, path, asked } = show(<Neighbours callId="b" />, {
    at: '/calls/b?zone=UTC&range=2026-10-10..2026-10-10&follow_up=not_done',
    answers: { 'GET /calls/list': () => ({ items: ids.map((call_id) => ({ call_id })), pagination: {} }) },
  });
  const next = screen.findByRole('button', { name: 'Next' });
  await waitFor(async () => expect(await next).toHaveProperty('disabled', false));
  ids = ['c'];
  await act(() => queries.invalidateQueries());
  expect(asked.length).toBeGreaterThan(1);
  await user.keyboard('j');
  await waitFor(() => expect(path()).toBe('/calls/c'));
});
