import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { ticket } from '../../testing/ticket-stage';
import { SupportPage } from './SupportPage';

const LIST = 'GET /support/tickets';
const OPERATIONS = [
  'searchSupportTickets',
  'createSupportTicket',
  'getSupportBadge',
  'listSupportPeople',
] as const;
const customer = aSession({ 'client-a': 'client_admin' }, OPERATIONS);
const aTicket = (n: number, more: object = {}) => ({
  ...ticket,
  ticket_id: `t${n}`,
  reference: `SUP-000${n}`,
  subject: `Subject ${n}`,
  status: 'open',
  assignee: null,
  solved_at_utc: null,
  ...more,
});
const COUNTS: Answers = {
  'GET /support/badge': { unread_count: 1, awaiting_you_count: 2 },
  'GET /support/open-count': { open_count: 7 },
};
const shown = (answers: Answers, { at = '/support', session = customer } = {}) =>
  show(<SupportPage />, { at, session, answers: { ...COUNTS, ...answers } });

describe('the list of tickets', () => {
  it('counts what a saved filter lists, at full width, and asks for what the chosen one names', async () => {
    const { asked } = shown({ [LIST]: { items: [aTicket(1, { unread: true })] } });
    await screen.findByText('Subject 1');
    const saved = within(screen.getByRole('navigation', { name: 'Saved filters' }));
    await saved.findByRole('link', { name: 'Open 7' });
    expect(saved.getAllByRole('link').map((it) => it.textContent)).toEqual([
      'Waiting for you2',
      'Open7',
      'Reported by you',
      'Solved',
      'All',
    ]);
    const badge = saved.getByText('7').closest<HTMLElement>('.mantine-Badge-root');
    // It never becomes narrower than its number.
    expect(badge?.style.flex).toBe('0 0 auto');
    expect(saved.getByRole('link', { name: /^Open/ }).getAttribute('aria-current')).toBe('page');
    screen.getByText('Unread');
    expect(asked.find(({ path }) => path === '/support/tickets')?.query).toMatchObject({
      client_id: 'client-a',
      status: 'unsolved',
    });
  });

  it('asks for what waits for the person, as the badge counts it', async () => {
    const { asked } = shown({ [LIST]: { items: [] } }, { at: '/support?show=waiting' });
    await screen.findByText('No ticket is waiting for you');
    expect(asked.find(({ path }) => path === '/support/tickets')?.query['awaiting_you']).toBe('true');
  });

  it('is worked by keyboard, and its filters are in the address', async () => {
    const { user, asked, search, path } = shown({
      [LIST]: { items: [aTicket(1), aTicket(2)] },
    });
    await screen.findByText('Subject 1');
    await user.keyboard('jj');
    expect(document.activeElement?.getAttribute('href')).toContain('/support/t2');
    await user.click(screen.getByRole('combobox', { name: 'Priority' }));
    await user.click(await screen.findByRole('option', { name: 'Urgent' }));
    await waitFor(() => expect(search()).toMatchObject({ priority: 'urgent' }));
    await user.type(screen.getByRole('textbox', { name: 'Search in tickets' }), 'transfer');
    await waitFor(() => expect(search()).toMatchObject({ text: 'transfer' }));
    expect(asked.at(-1)?.query).toMatchObject({ priority: 'urgent', text: 'transfer' });
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('n');
    await waitFor(() => expect(path()).toBe('/support/new'));
  });

  it('is filtered by the people whose names the reader may know', async () => {
    const person = (id: string, name: string | null) => ({
      user_id: id,
      kind: 'colleague',
      display_name: name,
    });
    const { user, asked, search } = shown({
      [LIST]: { items: [aTicket(1)] },
      'GET /support/people': { requesters: [person('ines', 'Ines Costa'), person('x', null)], assignees: [] },
    });
    await screen.findByText('Subject 1');
    // Customers do not see staff by name.
    expect(screen.queryByRole('combobox', { name: 'Assignee' })).toBeNull();
    expect(asked.some(({ path }) => path === '/support/people')).toBe(false);
    await user.click(screen.getByRole('combobox', { name: 'Requester' }));
    await user.click(await screen.findByRole('option', { name: 'Ines Costa' }));
    await waitFor(() => expect(search()).toMatchObject({ requester: 'ines' }));
    expect(screen.queryAllByRole('option').length).toBeLessThan(3);
  });

  it('says that it is not available, which is different from having no tickets', async () => {
    shown({ [LIST]: refusal(503), 'GET /support/open-count': refusal(503) });
    await screen.findByText('Support is not available');
    expect(screen.getByRole('link', { name: 'Open' }).textContent).toBe('Open');
  });

  it('leads to an unread ticket that is solved, which the open ones do not show', async () => {
    shown({ [LIST]: { items: [] } });
    const link = await screen.findByRole('link', { name: '1 unread under Solved' });
    expect(link.getAttribute('href')).toContain('show=solved');
    screen.getByText('No open tickets');
  });

  it('leads nowhere else while the unread ticket is in the list', async () => {
    shown({ [LIST]: { items: [aTicket(1, { unread: true })] } });
    await screen.findByText('Unread');
    expect(screen.queryByRole('link', { name: /under Solved/ })).toBeNull();
  });

  it('offers no new ticket to people who may not open one', async () => {
    const reader = aSession({ 'client-a': 'client_staff' }, ['searchSupportTickets']);
    shown({ [LIST]: { items: [] } }, { session: reader });
    await screen.findByText('No open tickets');
    expect(screen.queryByRole('link', { name: 'New ticket' })).toBeNull();
  });
});
