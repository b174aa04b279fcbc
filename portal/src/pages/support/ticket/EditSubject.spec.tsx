import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TicketDetailResponse } from '../../../api/generated';
import { aSession, show, type Answers } from '../../../testing/show';
import { ticket as solved } from '../../../testing/ticket-stage';
import { TicketFacts } from './TicketFacts';

const OPERATIONS = ['searchSupportTickets', 'changeSupportTicket'] as const;
const customer = aSession({ 'client-a': 'client_manager' }, OPERATIONS);
const ticket = {
  ...solved,
  subject: 'Call 0491 570 006 back',
  category: 'question',
  status: 'open',
  solved_at_utc: null,
} as TicketDetailResponse;
const shown = (of: TicketDetailResponse, answers: Answers = {}, session = customer) =>
  show(<TicketFacts ticket={of} />, { at: '/support/t1', session, answers });

describe('the subject of a ticket', () => {
  it('is edited, with a warning about what the new one contains', async () => {
    const { user, asked } = shown(ticket, {
      'POST /support/text-check': { personal_data_found: ['phone'] },
      'PATCH /support/tickets/t1': { ticket_id: 't1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit subject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit subject' }));
    expect(dialog.getByRole('button', { name: 'Save subject' })).toHaveProperty('disabled', true);
    const field = dialog.getByRole('textbox', { name: 'Subject' });
    fireEvent.change(field, { target: { value: 'Call 0491 570 156 back' } });
    await user.click(dialog.getByRole('button', { name: 'Save subject' }));
    await dialog.findByText(/a comment can be redacted but not edited, and a subject can be edited/);
    expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Send it anyway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.find(({ method }) => method === 'PATCH');
    expect([sent?.body, sent?.headers.get('If-Match')]).toEqual([
      { subject: 'Call 0491 570 156 back' },
      'e7',
    ]);
  });

  it.each([
    ['that is closed', { status: 'closed' }, OPERATIONS],
    ['whose subject was erased', { subject: null }, OPERATIONS],
    ['that the person may not change', {}, ['searchSupportTickets']],
  ] as const)('stays as it is on one %s', async (_, more, operations) => {
    const session = aSession({ 'client-a': 'client_manager' }, operations);
    shown({ ...ticket, ...more }, {}, session);
    await screen.findByText('Question');
    expect(screen.queryByRole('button', { name: 'Edit subject' })).toBeNull();
  });
});
