import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReportSchedule } from '../../../api/generated';
import { aSession, expectHeld, refusal, show, type Answers } from '../../../testing/show';
import { Reports } from './Reports';

const session = aSession({ 'client-a': 'client_admin' }, ['listReportSchedules', 'createEmailAddress']);
const DELIVERY = {
  delivery_id: 'd1',
  period_from: '2026-11-16',
  period_until: '2026-11-22',
  status: 'sent',
  sent_at_utc: '2026-11-23T08:00:04.000Z',
  mails_sent: 2,
  failure_code: null,
};
const FAILED = { ...DELIVERY, delivery_id: 'd2', status: 'failed', sent_at_utc: null, mails_sent: 0 };
const aSchedule = (name: string, more: Partial<ReportSchedule> = {}): object => ({
  schedule_id: name,
  name,
  report: 'overview',
  project_ids: [],
  frequency: 'weekly',
  send_at_local: '08:00',
  timezone: 'Europe/Berlin',
  recipients: ['desk'],
  skip_empty: false,
  status: 'active',
  pause_reason: null,
  owner_id: session.user_id,
  next_run_at_utc: '2026-11-30T07:00:00.000Z',
  last_delivery: null,
  etag: `etag-${name}`,
  ...more,
});
const LIST = 'GET /portal/report-schedules';
const PREVIEW = 'POST /portal/report-schedules/preview';
const reports = ['overview', 'outcomes', 'usage'];
const recipients = [{ address_id: 'desk', label: 'Front desk', email_masked: 'd***@e***.com' }];
const answers: Answers = {
  [LIST]: {
    items: [
      aSchedule('Week'),
      aSchedule('Day', { status: 'failing', frequency: 'daily', last_delivery: FAILED as never }),
      aSchedule('Month', {
        status: 'paused',
        pause_reason: 'owner_without_access',
        frequency: 'monthly',
        next_run_at_utc: null,
      }),
    ],
    reports,
    recipients,
  },
  [PREVIEW]: {
    subject: "Last week's calls: 16–22 November 2026",
    html: '',
    headline: [{ label: 'Calls', value: 1234 }],
    charts: [{ title: 'Calls by day', rows: [{ label: 'Mon, 16 Nov', value: 1234 }] }],
    period_from: '2026-11-16',
    period_until: '2026-11-22',
    is_empty: false,
  },
  'GET /projects': { items: [], pagination: { page: 1, page_size: 100, total_items: 0, total_pages: 0 } },
};

// report-schedules section 1
describe('the reports of a client', () => {
  const shown = (more: Answers = {}) => show(<Reports />, { session, answers: { ...answers, ...more } });

  it('say when each is sent, and why one is not', async () => {
    shown();
    await screen.findByText('Every Monday, 08:00');
    for (const words of ['Active', 'Not delivered', 'Paused', 'Its owner no longer has access.'])
      expect(screen.getByText(words)).toBeTruthy();
  });

  it('begin on Mondays at 8 with two clicks, and show the mail before', async () => {
    const page = shown({
      [LIST]: { items: [], reports, recipients },
      'POST /portal/report-schedules': aSchedule("Last week's calls") as Record<string, unknown>,
    });
    await screen.findByText('No reports yet');
    await page.user.click(screen.getByRole('button', { name: 'New report' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findAllByText('1,234')).toHaveLength(2);
    await page.user.click(dialog.getByRole('button', { name: 'Create the report' }));
    await screen.findByText(/^Last week's calls is created\. The first email is sent Monday/);
    const { body } = page.asked.find(({ method, path }) => method === 'POST' && !path.endsWith('preview'))!;
    expect(body).toEqual({
      name: "Last week's calls",
      report: 'overview',
      project_ids: [],
      frequency: 'weekly',
      send_at_local: '08:00',
      timezone: expect.any(String) as string,
      recipients: ['desk'],
      skip_empty: false,
    });
  });

  it('keep their dialog open until they are saved', async () => {
    const page = shown({
      [LIST]: { items: [], reports, recipients },
      'POST /portal/report-schedules': () => new Promise(() => undefined),
    });
    await page.user.click(await screen.findByRole('button', { name: 'New report' }));
    await page.user.click(await screen.findByRole('button', { name: 'Create the report' }));
    await expectHeld(page.user, ['Cancel', 'Close']);
  });

  it('say what is missing before anything is sent', async () => {
    const page = shown({
      [LIST]: { items: [], reports, recipients: [...recipients, { ...recipients[0], address_id: 'b' }] },
    });
    await page.user.click(await screen.findByRole('button', { name: 'New report' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.clear(dialog.getByRole('textbox', { name: 'Name' }));
    await page.user.click(dialog.getByRole('button', { name: 'Create the report' }));
    for (const words of ['Enter a name', 'Choose a recipient']) await dialog.findByText(words);
    expect(page.asked.filter(({ path }) => path === '/portal/report-schedules')).toHaveLength(1);
  });

  it('need a confirmed address, and lead to it', async () => {
    const page = shown({ [LIST]: { items: [], reports, recipients: [] } });
    await screen.findByText('No confirmed address yet');
    expect(screen.getByRole('button', { name: 'New report' })).toHaveProperty('disabled', true);
    await page.user.click(screen.getByRole('button', { name: 'Addresses and topics' }));
    expect(page.search()).toMatchObject({ tab: 'addresses' });
  });

  it('are resumed with their etag, sampled, and list what became of each period', async () => {
    const page = shown({
      'PATCH /portal/report-schedules/Month': aSchedule('Month') as Record<string, unknown>,
      'POST /portal/report-schedules/Week/sample': refusal(429, {
        code: 'rate_limited',
        message: 'You may send 5 samples for a client in 10 minutes.',
        retry_after_seconds: 60,
      }),
      'GET /portal/report-schedules/Day/deliveries': {
        items: [DELIVERY, { ...FAILED, failure_code: 'mail_not_accepted' }],
      },
    });
    const choose = async (name: string, action: string) => {
      await page.user.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
      await page.user.click(await screen.findByRole('menuitem', { name: action }));
      return within(await screen.findByRole('dialog'));
    };
    let dialog = await choose('Month', 'Resume');
    await page.user.click(dialog.getByRole('button', { name: 'Resume' }));
    await screen.findByText('Month is active.');
    expect(page.asked.find(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"etag-Month"');
    dialog = await choose('Week', 'Send a sample');
    await page.user.click(dialog.getByRole('button', { name: 'Send a sample' }));
    await dialog.findByRole('alert');
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    dialog = await choose('Day', 'Emails');
    await dialog.findByText('to 2 recipients');
    expect(dialog.getByText('The mail server did not accept it')).toBeTruthy();
  });

  it.each([
    ['unavailable', 503, /Try again/],
    ['refused', 404, /./],
  ])('say that they are %s', async (_, status, words) => {
    shown({ [LIST]: refusal(status) });
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });
});
