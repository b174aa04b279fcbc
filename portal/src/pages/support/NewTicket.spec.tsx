import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { Tickets } from '../calls/call/Tickets';
import { NewTicketPage } from './NewTicketPage';

const OPERATIONS = ['searchSupportTickets', 'createSupportTicket', 'startAttachment'] as const;
const customer = aSession({ 'client-a': 'client_staff' }, OPERATIONS);
const CALL: Answers = {
  'GET /calls/c1': {
    call_id: 'c1',
    caller_display: '+61 *** *** 156',
    started_at_utc: '2026-11-20T10:00:00.000Z',
    project_id: 'p1',
    project_name: 'Front desk',
  },
  'GET /support/attachments/readiness': {
    state: 'ready',
    max_bytes: 26_214_400,
    types: [{ type: 'image/png', extensions: ['png'] }],
  },
};
const at = '/support/new?client_id=client-a&call=c1';
const shown = (answers: Answers = {}, session = customer) =>
  show(<NewTicketPage />, { at, session, answers: { ...CALL, ...answers } });

/** Faster than typing. */
const fill = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });

describe('a new ticket', () => {
  it('about a call has it attached, and takes files along', async () => {
    const { user, asked, path } = shown({
      'POST /support/tickets': { ticket_id: 't7', reference: 'SUP-0007' },
      'POST /support/tickets/t7/attachments/sessions': {
        attachment_id: 'a1',
        part_bytes: 5_242_880,
        expires_at_utc: '2026-11-20T14:00:00.000Z',
      },
      'PUT /support/tickets/t7/attachments/a1/parts/1': {},
      'POST /support/tickets/t7/attachments/a1/finalise': {},
    });
    await screen.findByRole('link', { name: '+61 *** *** 156' });
    fill(screen.getByRole('textbox', { name: /^Subject/ }), 'No transfer');
    const box = screen.getByRole('textbox', { name: /^Description/ });
    fill(box, 'The caller waited.');
    await screen.findByRole('button', { name: 'Attach files' });
    fireEvent.paste(box, {
      clipboardData: { files: [new File(['png'], 'shot.png', { type: 'image/png' })], types: ['Files'] },
    });
    await user.click(screen.getByRole('button', { name: 'Send ticket' }));
    await waitFor(() => expect(path()).toBe('/support/t7'));
    const created = asked.find(({ method, path: to }) => method === 'POST' && to === '/support/tickets');
    expect(created?.body).toEqual({
      subject: 'No transfer',
      text: 'The caller waited.',
      category: 'incident',
      priority: 'normal',
      project_id: 'p1',
      call_ids: ['c1'],
    });
    expect(created?.headers.get('Idempotency-Key')).not.toBeNull();
    await waitFor(() => expect(asked.some((it) => it.path.endsWith('/a1/finalise'))).toBe(true));
    expect(asked.find((it) => it.path.endsWith('/sessions'))?.body).toMatchObject({ visibility: 'public' });
  });

  it.each([
    ['no scanner answers', { state: 'unavailable', max_bytes: 0, types: [] }],
    ['nobody knows whether one does', refusal(503)],
  ])('answers a pasted and a dropped file while %s', async (_, readiness) => {
    shown({ 'GET /support/attachments/readiness': readiness });
    await screen.findByText(/^Files cannot be attached now/);
    const box = screen.getByRole('textbox', { name: /^Description/ });
    const held = (name: string) => ({ files: [new File(['png'], name)], types: ['Files'] });
    fireEvent.paste(box, { clipboardData: held('pasted.png') });
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('pasted.png');
    alert.getByText(/^Files cannot be attached now/);
    fireEvent.drop(box, { dataTransfer: held('dropped.png') });
    alert.getByText('dropped.png');
  });

  it('keeps what is filled in, and names the field that is refused', async () => {
    const { user } = shown({
      'POST /support/tickets': refusal(422, {
        details: { field_errors: [{ field: 'subject', message: 'must be one line' }] },
      }),
    });
    fill(await screen.findByRole('textbox', { name: /^Subject/ }), 'No transfer');
    fill(screen.getByRole('textbox', { name: /^Description/ }), 'The caller waited.');
    await user.click(screen.getByRole('button', { name: 'Send ticket' }));
    await screen.findByText('must be one line');
    expect(screen.getByRole('textbox', { name: /^Subject/ })).toHaveProperty('value', 'No transfer');
  });

  it.each([
    ['a customer', customer, true],
    ['a partner', aSession({ 'client-a': 'partner_user' }, [...OPERATIONS, 'listPartnerClients']), false],
  ])('offers %s the categories that they see: privacy %s', async (_, session, isOffered) => {
    const { user } = shown({}, session);
    await user.click(await screen.findByRole('combobox', { name: 'Category' }));
    await screen.findByRole('option', { name: 'Fault' });
    expect(screen.queryByRole('option', { name: 'Privacy' }) !== null).toBe(isOffered);
  });
});

describe('the tickets of a call', () => {
  it('are listed on its page, which leads to a new one', async () => {
    const { asked } = show(<Tickets callId="c1" />, {
      session: customer,
      answers: { 'GET /support/tickets': { items: [] } },
    });
    await screen.findByText('No ticket is about this call.');
    expect(asked.find((it) => it.path === '/support/tickets')?.query).toMatchObject({ call_id: 'c1' });
    expect(screen.getByRole('link', { name: 'Report this call' }).getAttribute('href')).toBe(
      '/support/new?client_id=client-a&call=c1',
    );
  });
});
