import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show, type Answer } from '../../../testing/show';
import ExportDialog from './ExportDialog';

it('leaves the focus on its button while the file comes, and makes one file of two presses', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const file = Promise.withResolvers<Awaited<Answer>>();
  const limit = { limit: 3, seconds: 600 };
  const profile = {
    profile: 'portal_business_v1',
    allowed: true,
    columns: ['call_started_at'],
    chooses_columns: false,
    timezone: 'required',
  };
  const { user, asked } = show(<ExportDialog onClose={() => undefined} />, {
    at: '/calls?client_id=client-a&project_id=one&range=2026-11-01..2026-11-28&zone=UTC',
    answers: {
      'GET /projects': { items: [{ project_id: 'one', display_name: 'One' }] },
      'GET /calls/export/capabilities': {
        formats: ['csv'],
        profiles: [profile],
        options: [],
        limits: { max_rows: 10_000, exports: { caller: limit, tenant: limit } },
      },
      'POST /calls/export': () => file.promise,
    },
  });
  await screen.findByText(/In every language the columns have the names that the API gives them/);
  const download = screen.getByRole<HTMLButtonElement>('button', { name: 'Download' });
  await user.click(download);
  await screen.findByText('Preparing the file.');
  expect([download.disabled, download.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(document.activeElement).toBe(download);
  await user.keyboard('{Enter}');
  file.resolve(new Response('a', { headers: { 'content-type': 'text/csv' } }));
  await screen.findByText('The file is saved');
  expect(document.activeElement).toBe(download);
  expect(download.getAttribute('aria-disabled')).toBe('false');
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
