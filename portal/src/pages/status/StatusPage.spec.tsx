import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/show';
import { StatusPage } from './StatusPage';

const part = (state: string, detail: string) => ({ state, detail, since_utc: null });
const project = (name: string, deliveries: string) => ({
  project_id: name,
  display_name: name,
  runtime: part('ok', 'runs_published'),
  store: part('ok', 'answers'),
  deliveries: part(deliveries, deliveries === 'down' ? 'receiver_failing' : 'delivering'),
  ingest: part('ok', 'on_time'),
  last_call_at_utc: null,
});

const answers = {
  'GET /status': {
    items: [project('Aster', 'ok'), project('Birch', 'degraded'), project('Cedar', 'down')],
    pagination: { page: 1, total_pages: 1, total_records: 3, page_size: 50 },
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

  it('has a card a project on a phone, with what is down on top', async () => {
    const wide = window.matchMedia.bind(window);
    vi.stubGlobal('matchMedia', (media: string) => ({ ...wide(media), matches: media.includes('48em') }));
    show(<StatusPage />, { answers });
    const [worst] = await screen.findAllByRole('listitem');
    expect(worst!.textContent).toMatch(/^CedarDeliveriesDown/);
    vi.stubGlobal('matchMedia', wide);
  });
});
