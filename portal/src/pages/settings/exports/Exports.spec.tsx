import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AccountExportResponse } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { Exports } from './Exports';

const session = aSession({ 'client-a': 'client_admin' }, ['startAccountExport', 'listAccountExports']);
const anExport = (export_id: string, more: Partial<AccountExportResponse>): object => ({
  export_id,
  sections: ['calls', 'projects', 'future'],
  format: 'csv',
  status: 'ready',
  requested_by: session.user_id,
  created_at_utc: '2026-11-29T04:00:00.000Z',
  ready_at_utc: '2026-11-29T04:01:00.000Z',
  expires_at_utc: '2026-12-02T04:01:00.000Z',
  bytes: 12_345_678,
  sha256: 'a'.repeat(64),
  progress: { files_done: 3, files_total: 3, rows: 1200 },
  downloads: 0,
  failure_code: null,
  ...more,
});
const NOT_YET = { ready_at_utc: null, expires_at_utc: null, bytes: null, sha256: null } as const;
const LIST = 'GET /portal/account-exports';
const available_sections = ['calls', 'projects', 'future'];
const answers: Answers = {
  [LIST]: {
    items: [
      anExport('1', { status: 'queued', ...NOT_YET }),
      anExport('2', {
        status: 'running',
        ...NOT_YET,
        progress: { files_done: 1, files_total: 4, rows: 40_210 },
      }),
      anExport('3', {}),
      anExport('4', { status: 'expired', sections: ['calls', 'future'] }),
      anExport('5', { status: 'failed', ...NOT_YET, failure_code: 'storage_unavailable' }),
    ],
    available_sections,
  },
};

// account-exports section 1
describe('the exports of a client', () => {
  const shown = (more: Answers = {}) => show(<Exports />, { session, answers: { ...answers, ...more } });

  it('say how far each is, and give the file of what is ready alone', async () => {
    shown();
    for (const word of ['Waiting', 'Being written', 'Ready', 'Expired', 'Failed'])
      expect(await screen.findByText(word)).toBeTruthy();
    expect(screen.getByText('1 of 4 files, 40,210 rows')).toBeTruthy();
    expect(
      screen.getByRole('progressbar', { name: 'Progress of the export' }).getAttribute('aria-valuenow'),
    ).toBe('25');
    expect(screen.getByText(/^There was no room for the file/)).toBeTruthy();
    expect(screen.getByText('The file is deleted. Start another export.')).toBeTruthy();
    expect(screen.getByText('Calls with transcripts, future')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Download (13 MB)' });
    expect(links.map((it) => it.getAttribute('href'))).toEqual([
      '/api/v1/portal/account-exports/3/download?client_id=client-a',
    ]);
  });

  it('are started with the chosen sections and format', async () => {
    const page = shown({
      [LIST]: { items: [], available_sections },
      'POST /portal/account-exports': anExport('6', { status: 'queued', ...NOT_YET }) as Record<
        string,
        unknown
      >,
    });
    await screen.findByText('No exports yet');
    await page.user.click(screen.getByRole('button', { name: 'Start an export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('checkbox', { name: 'Projects and versions' }));
    await page.user.click(dialog.getByRole('radio', { name: /^JSON lines/ }));
    await page.user.click(dialog.getByRole('button', { name: 'Start an export' }));
    await screen.findByText('The export has started. Its progress is in the list.');
    const { body, headers } = page.asked.find(({ method }) => method === 'POST')!;
    expect(body).toEqual({ sections: ['calls', 'future'], format: 'ndjson' });
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('say when too many were started', async () => {
    const page = shown({
      'POST /portal/account-exports': refusal(
        429,
        { code: 'export_rate_limited', message: 'Too many.' },
        { 'Retry-After': '3600' },
      ),
    });
    await screen.findByText('Ready');
    await page.user.click(screen.getByRole('button', { name: 'Start an export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Start an export' }));
    await dialog.findByText(
      /^You can start three exports in 24 hours, and all administrators.*Try again later/,
    );
  });
});
