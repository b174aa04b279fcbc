import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queries } from '../../../data/queries';
import { aSession, show } from '../../../testing/show';
import { Answer } from './Answer';
import { Course } from './Course';

const session = aSession({ 'client-a': 'client_manager' }, ['searchSupportTickets', 'writeSupportComment']);
const of = (id: string) => ({
  comment_id: id,
  visibility: 'public',
  text: `Text of ${id}`,
  author: null,
  created_at_utc: '2026-11-20T10:00:00.000Z',
  redacted: false,
  personal_data_found: [],
  redactable: false,
});
const READ = {
  'GET /support/tickets/t1/related-calls': { items: [], not_visible_count: 0 },
  'GET /support/tickets/t1/attachments': { items: [] },
};

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

it('shows an answer that comes while the ticket is open', async () => {
  const items = [of('c1')];
  const ticket = { ticket_id: 't1', status: 'open', unread: false, solved_at_utc: null } as Parameters<
    typeof Course
  >[0]['ticket'];
  show(<Course ticket={ticket} />, {
    at: '/support/t1',
    session,
    answers: { ...READ, 'GET /support/tickets/t1/comments': () => ({ items: [...items] }) },
  });
  await screen.findByText('Text of c1');
  items.push(of('c2'));
  await vi.advanceTimersByTimeAsync(31_000);
  await screen.findByText('Text of c2');
});

it('sends an answer at the second press, after the warning', async () => {
  const { asked, user } = show(<Answer ticketId="t1" isSolved={false} />, {
    at: '/support/t1',
    session,
    answers: {
      'POST /support/text-check': { personal_data_found: ['phone'] },
      'POST /support/tickets/t1/comments': { comment_id: 'c3', visibility: 'public' },
    },
  });
  const box = await screen.findByRole('textbox', { name: 'Your answer' });
  fireEvent.change(box, { target: { value: 'Call 0491 570 156' } });
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await screen.findByText(/seems to contain a telephone number/);
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/comments'))).toBe(true));
  expect(asked.filter(({ path }) => path.endsWith('/text-check'))).toHaveLength(1);
});
