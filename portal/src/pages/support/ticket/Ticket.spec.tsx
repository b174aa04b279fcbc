import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { Ticket } from './TicketPage';
import { BASE, comment, customer, file, OPERATIONS, staff, ticket } from '../../../testing/ticket-stage';

const PNG = new File([new Uint8Array([137, 80, 78, 71])], 'shot.png', { type: 'image/png' });

const shown = (answers: Answers = {}, session = customer) =>
  show(<Ticket ticketId="t1" />, { at: '/support/t1', session, answers: { ...BASE, ...answers } });

describe('a ticket', () => {
  it('shows comments, calls and files in chronological order, and says what is hidden', async () => {
    shown();
    const course = await screen.findByRole('list', { name: 'Timeline of the ticket' });
    await waitFor(() => expect(within(course).getAllByRole('listitem')).toHaveLength(5));
    const texts = within(course)
      .getAllByRole('listitem')
      .map((it) => it.textContent ?? '');
    ['Text of c1', 'call-9', 'screen.png', 'See https', 'Solved'].forEach((text, place) =>
      expect(texts[place]).toContain(text),
    );
    const link = within(course).getByRole('link', { name: 'https://example.com/x' });
    expect(link.getAttribute('rel')).toContain('noopener');
    screen.getByText('One more call is attached that you cannot see.');
  });

  it.each([
    ['a customer', 'open', customer, ['Mark as solved']],
    ['staff', 'open', staff, ['Mark as waiting for the customer', 'Mark as solved']],
    ['a customer', 'solved', customer, ['Reopen']],
    ['staff', 'closed', staff, []],
  ] as const)('offers %s the moves of a ticket that is %s', async (_, status, session, moves) => {
    shown({ 'GET /support/tickets/t1': { ...ticket, status } }, session);
    await screen.findByRole('region', { name: 'Ticket' });
    expect(
      screen.queryAllByRole('button', { name: /^(Mark as|Reopen)/ }).map((it) => it.textContent),
    ).toEqual(moves);
    expect(screen.queryByRole('radio', { name: 'Internal note' }) !== null).toBe(
      session === staff && status !== 'closed',
    );
  });

  it.each([
    [customer, 'Waiting for you'],
    [staff, 'Waiting for the customer'],
  ])('says for whom it waits', async (session, word) => {
    shown({ 'GET /support/tickets/t1': { ...ticket, status: 'pending', solved_at_utc: null } }, session);
    const facts = within(await screen.findByRole('region', { name: 'Ticket' }));
    facts.getByText(word);
  });

  it('is given by staff to a colleague by name, and to nobody', async () => {
    const { user, asked } = shown(
      {
        'GET /support/tickets/t1': { ...ticket, status: 'open', assignee: null },
        'GET /support/people': {
          requesters: [],
          assignees: [{ user_id: 'ines', kind: 'colleague', display_name: 'Ines Costa' }],
        },
        'PATCH /support/tickets/t1': {},
      },
      staff,
    );
    const choice = await screen.findByRole('combobox', { name: 'Assignee' });
    expect(choice.getAttribute('placeholder')).toBe('Nobody');
    await user.click(choice);
    await user.click(await screen.findByRole('option', { name: 'Ines Costa' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ assignee: 'ines' }),
    );
  });

  it('moves over the state that was read, and says that it changed meanwhile', async () => {
    const { user, asked } = shown({
      'PATCH /support/tickets/t1': refusal(409, { code: 'conflict', stale: { guard: 'If-Match' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await screen.findByRole('alert');
    const sent = asked.find(({ method }) => method === 'PATCH');
    expect([sent?.body, sent?.headers.get('If-Match')]).toEqual([{ status: 'open' }, 'e7']);
  });

  it('keeps an unsent answer, and never mixes it with an internal note', async () => {
    const first = shown({}, staff);
    await first.user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Dear customer');
    await first.user.click(screen.getByRole('radio', { name: 'Internal note' }));
    const note = screen.getByRole('textbox', { name: 'Internal note' });
    expect(note).toHaveProperty('value', '');
    await first.user.type(note, 'Known fault');
    cleanup();
    const { user, asked } = shown(
      { 'POST /support/tickets/t1/comments': { comment_id: 'c3', visibility: 'internal' } },
      staff,
    );
    expect(await screen.findByRole('textbox', { name: 'Your answer' })).toHaveProperty(
      'value',
      'Dear customer',
    );
    await user.click(screen.getByRole('radio', { name: 'Internal note' }));
    await user.type(screen.getByRole('textbox', { name: 'Internal note' }), '.{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveProperty('value', ''),
    );
    expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/comments'))?.body).toEqual({
      visibility: 'internal',
      text: 'Known fault.',
    });
    await user.click(screen.getByRole('radio', { name: 'Answer' }));
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveProperty('value', 'Dear customer');
  });

  const SESSION: Answers = {
    'POST /support/tickets/t1/comments': { comment_id: 'c3', visibility: 'public' },
    'POST /support/tickets/t1/attachments/sessions': {
      attachment_id: 'a2',
      part_bytes: 3,
      expires_at_utc: '2026-11-20T14:00:00.000Z',
    },
    'PUT /support/tickets/t1/attachments/a2/parts/1': {},
    'PUT /support/tickets/t1/attachments/a2/parts/2': {},
    'POST /support/tickets/t1/attachments/a2/finalise': file('uploaded'),
  };

  it('takes a pasted picture, sends it by parts with the answer, and offers it once it is clean', async () => {
    const states = ['scanning', 'clean'];
    let isSent = false;
    const { user, asked } = shown({
      ...SESSION,
      'GET /support/tickets/t1/attachments': () => ({
        items: isSent ? [file(states.shift() ?? 'clean', { comment_id: 'c2', file_name: 'shot.png' })] : [],
      }),
      'POST /support/tickets/t1/attachments/a2/finalise': () => {
        isSent = true;
        return file('uploaded');
      },
    });
    const box = await screen.findByRole('textbox', { name: 'Your answer' });
    await screen.findByRole('button', { name: 'Attach files' });
    fireEvent.paste(box, { clipboardData: { files: [PNG, new File(['x'], 'run.exe')], types: ['Files'] } });
    screen.getByText('shot.png');
    screen.getByText(/up to 10 files of .* each: PNG\./);
    await user.type(box, 'Here it is.');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await screen.findByText('Being scanned');
    await user.click(await screen.findByRole('button', { name: 'shot.png' }));
    const sent = asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/support/tickets'));
    expect(sent.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`)).toEqual([
      'POST comments',
      'POST attachments/sessions',
      'PUT attachments/a2/parts/1',
      'PUT attachments/a2/parts/2',
      'POST attachments/a2/finalise',
    ]);
    expect(sent[1]?.body).toEqual({
      file_name: 'shot.png',
      bytes: 4,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      comment_id: 'c3',
    });
  });

  it('goes on with a file from its last part after an outage, and says what malware was found', async () => {
    let isOut = true;
    const { user, asked } = shown({
      ...SESSION,
      'GET /support/tickets/t1/attachments': { items: [file('infected', { finding: 'EICAR' })] },
      'PUT /support/tickets/t1/attachments/a2/parts/2': () => (isOut ? refusal(503) : {}),
    });
    await screen.findByText(/Malware was found\. .* Finding: EICAR\./);
    expect(screen.queryByRole('button', { name: 'screen.png' })).toBeNull();
    const box = await screen.findByRole('textbox', { name: 'Your answer' });
    await screen.findByRole('button', { name: 'Attach files' });
    fireEvent.drop(box, { dataTransfer: { files: [PNG], types: ['Files'] } });
    await user.type(box, 'Here it is.{Control>}{Enter}{/Control}');
    await screen.findByText(/^Stopped at/);
    isOut = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('shot.png')).toBeNull());
    expect(asked.filter(({ method }) => method === 'PUT').map(({ path }) => path.at(-1))).toEqual([
      '1',
      '2',
      '2',
    ]);
  });

  it('takes no files while no scanner answers, and says so', async () => {
    shown({ 'GET /support/attachments/readiness': { state: 'unavailable', max_bytes: 0, types: [] } });
    await screen.findByText(/no malware scanner answers/);
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
  });

  it('has its text redacted by people who may', async () => {
    const { user, asked } = shown({
      'GET /support/tickets/t1/comments': {
        items: [
          comment('c1', '2026-11-20T10:00:00.000Z', { redactable: true, personal_data_found: ['email'] }),
          comment('c2', '2026-11-20T10:01:00.000Z'),
        ],
      },
      'POST /support/tickets/t1/comments/c1/redact': { comment_id: 'c1', redacted: true },
    });
    await screen.findByText('The text may contain personal data: an email address.');
    await user.click(await screen.findByRole('button', { name: 'Redact' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Redact' }));
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/c1/redact'))).toBe(true));
  });

  it('warns once before personal data is sent, and leaves the choice to the writer', async () => {
    const { user, asked } = shown({
      'POST /support/text-check': { personal_data_found: ['phone', 'address'] },
      'POST /support/tickets/t1/comments': { comment_id: 'c3', visibility: 'public' },
    });
    const sent = () => asked.filter(({ path }) => path.endsWith('/comments') && path.length > 0);
    await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Call 0491 570 156');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await screen.findByText(/seems to contain a telephone number and a postal address/);
    expect(sent().some(({ method }) => method === 'POST')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Send it anyway' }));
    await waitFor(() => expect(sent().some(({ method }) => method === 'POST')).toBe(true));
  });

  it('shows staff the requests made from it, and leads to a new one', async () => {
    const operator = aSession({ 'client-a': 'service_operator' }, [...OPERATIONS, 'createCallerRequest']);
    const request = { request_id: 'r1', tracking_id: 'REQ-0004', status: 'in_progress' };
    shown({ 'GET /support/tickets/t1': { ...ticket, caller_requests: [request] } }, operator);
    expect((await screen.findByRole('link', { name: 'REQ-0004' })).getAttribute('href')).toBe(
      '/requests?client_id=client-a&request=r1',
    );
    expect(screen.getByRole('link', { name: 'New caller request' }).getAttribute('href')).toBe(
      '/requests?client_id=client-a&ticket=SUP-0001',
    );
  });

  it('cannot be told from an absent one where it is foreign', async () => {
    shown({ 'GET /support/tickets/t1': refusal(404) });
    await screen.findByText('There is no such page, or you cannot see it');
  });
});
