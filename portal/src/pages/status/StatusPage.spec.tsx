import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aSession, show } from '../../testing/show';
import { StatusPage } from './StatusPage';

const part = (state: string, detail: string) => ({ state, detail, since_utc: null });
const project = (name: string, deliveries: string) => ({
  project_id: name,
  display_name: name,
  runtime: part('ok', 'runs_published'),
  store: part('ok', 'answers'),
  deliveries: part(deliveries, deliveries === 'down' ? 'receiver_failing' : 'delivering'),
  failing_receivers:
    deliveries === 'down'
      ? [{ host: 'hooks.acme.example', disabled_reason: 'failing', last_answer: '503', since_utc: null }]
      : [],
  ingest: part('ok', 'on_time'),
  last_call_at_utc: null,
});

const answers = {
  'GET /status': {
    items: [project('Aster', 'ok'), project('Birch', 'degraded'), project('Cedar', 'down')],
    pagination: { page: 1, total_pages: 1, total_records: 3, page_size: 50 },
    partners: ['Harbour Telephony'],
    as_of_utc: '2026-11-20T10:00:00.000Z',
  },
};

describe('the page of states', () => {
  it('puts the project that is down first', async () => {
    show(<StatusPage />, { answers });
    const table = await screen.findByRole('table');
    const names = within(table).getAllByText(/^(Aster|Birch|Cedar)$/);
    expect(names.map(({ textContent }) => textContent)).toEqual(['Cedar', 'Birch', 'Aster']);
  });

  // alerts 5.1
  it('says whose task a failing receiver is: the partner of a customer', async () => {
    show(<StatusPage />, { answers, session: aSession({ 'client-a': 'client_admin' }) });
    await screen.findByText(/failed for too long/);
    // alerts 5.7
    screen.getByText(/^hooks\.acme\.example answered 503 – switched off, because it failed/);
    screen.getByText('Your partner can fix this: Harbour Telephony.');
    expect(screen.queryByRole('link', { name: 'Open webhooks' })).toBeNull();
  });

  it('leads those who may mend it to the webhooks of the project', async () => {
    const session = aSession({ 'client-a': 'partner_admin' }, ['listWebhooks']);
    show(<StatusPage />, { answers, session });
    const link = await screen.findByRole('link', { name: 'Open webhooks' });
    expect(link.getAttribute('href')).toBe('/integrations?client_id=client-a&project_id=Cedar&tab=webhooks');
    expect(screen.queryByText(/can fix this/)).toBeNull();
  });

  it('has a card a project on a phone, with what is down on top', async () => {
    const wide = window.matchMedia.bind(window);
    vi.stubGlobal('matchMedia', (media: string) => ({ ...wide(media), matches: media.includes('48em') }));
    show(<StatusPage />, { answers });
    const [worst] = await screen.findAllByRole('listitem');
    expect(worst!.textContent).toMatch(/^CedarDeliveriesDown/);
    vi.stubGlobal('matchMedia', wide);
  });

  // alerts 5.7
  it.each([
    [{ host: null, last_answer: 'timeout' }, 'A receiver: Timeout'],
    [{ host: null, last_answer: '410' }, 'A receiver answered 410'],
    [{ host: 'hooks.acme.example', last_answer: null }, 'hooks.acme.example is failing'],
  ])('says why a receiver fails as far as it is known: %o', async (receiver, text) => {
    const failing = {
      ...project('Cedar', 'down'),
      failing_receivers: [{ disabled_reason: null, ...receiver }],
    };
    show(<StatusPage />, { answers: { 'GET /status': { ...answers['GET /status'], items: [failing] } } });
    await screen.findByText(text);
  });

  // operations 9.8
  it('shows moves between stores to internal roles alone', async () => {
    const move = {
      move_id: 'm-1',
      source_store: 'store-a',
      target_store: 'store-b',
      state: 'comparing',
      started_at_utc: '2026-11-20T10:00:00.000Z',
      state_at_utc: '2026-11-20T10:05:00.000Z',
      ended_at_utc: null,
      tables: 39,
      tables_copied: 39,
      rows_compared: null,
      pause_ms: null,
      note: null,
    };
    const withMoves = { ...answers, 'GET /portal/moves': { items: [move] } };
    const { asked } = show(<StatusPage />, { answers: withMoves });
    await screen.findByText('Cedar');
    expect(asked.some(({ path }) => path === '/portal/moves')).toBe(false);
    cleanup();
    show(<StatusPage />, {
      answers: withMoves,
      session: aSession({ 'client-a': 'service_operator' }, ['listTenantMoves']),
    });
    const table = await screen.findByRole('table', { name: 'Moves between stores' });
    expect(within(table).getByText('store-a to store-b')).toBeDefined();
    expect(within(table).getByText('Comparing')).toBeDefined();
  });
});
