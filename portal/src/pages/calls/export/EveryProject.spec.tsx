import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal, show } from '../../../testing/show';
import ExportDialog from './ExportDialog';

const CAPABILITIES = {
  formats: ['csv'],
  profiles: [
    {
      profile: 'portal_business_v1',
      allowed: true,
      columns: ['call_started_at'],
      chooses_columns: false,
      timezone: 'required',
    },
  ],
  options: [],
  limits: {
    max_rows: 10_000,
    exports: { caller: { limit: 3, seconds: 600 }, tenant: { limit: 12, seconds: 600 } },
  },
};

describe('an export of all projects', () => {
  it('is what the dialog offers first where the limit allows it, and last month is one click away', async () => {
    const { user } = show(<ExportDialog onClose={() => undefined} />, {
      at: '/calls?client_id=client-a&range=2026-11-01..2026-11-28&zone=UTC',
      answers: {
        'GET /projects': {
          items: ['one', 'two'].map((project_id) => ({ project_id, display_name: project_id })),
        },
        'GET /calls/export/capabilities': CAPABILITIES,
      },
    });
    const all = await screen.findByRole('checkbox', { name: 'All 2 projects, one file each' });
    expect(all).toHaveProperty('checked', true);
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Last month' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Last month' })).toBeNull());
    await user.click(screen.getByRole('combobox', { name: 'Project' }));
    await user.click(await screen.findByRole('option', { name: 'two' }));
    expect(all).toHaveProperty('checked', false);
    screen.getByRole('button', { name: 'Preview' });
  });

  // calls-export 1.9
  it('makes a file of each, waits for the limit, and names what was refused', async () => {
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    let attempts = 0;
    const { user, asked } = show(<ExportDialog onClose={() => undefined} />, {
      at: '/calls?client_id=client-a&range=2026-11-01..2026-11-28&zone=UTC',
      answers: {
        'GET /projects': {
          items: ['one', 'two', 'three', 'four'].map((project_id) => ({
            project_id,
            display_name: project_id,
          })),
        },
        'GET /calls/export/capabilities': CAPABILITIES,
        'POST /calls/export': ({ body }) => {
          const project = (body as { project_id: string }).project_id;
          if (project === 'two' && (attempts += 1) === 1) return refusal(429, {}, { 'Retry-After': '0.01' });
          if (project === 'three') return { code: 'EXPORT_EMPTY' };
          if (project === 'four') return refusal(413, { message: 'Too many calls.' });
          return new Response('a', {
            headers: {
              'content-type': 'text/csv',
              'content-disposition': `attachment; filename="calls-${project}.csv"`,
            },
          });
        },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'All 4 projects, one file each' }));
    await user.click(await screen.findByRole('button', { name: /Download/ }));
    await screen.findByText('Finished: 2 of 4 files saved. 1 project has no matching calls.');
    await screen.findByText('Too many calls.');
    expect(saved).toEqual(['calls-one.csv', 'calls-two.csv']);
    const projects = asked
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body as { project_id: string }).project_id);
    expect(projects).toEqual(['one', 'two', 'two', 'three', 'four']);
  });
});
