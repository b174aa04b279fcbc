import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../support/chromium.js';
import { atDepth } from '../../support/depth.js';
import { usePortalPages } from '../../support/portal-pages.js';
import { portalText } from '../../support/portal-texts.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { aFilter, aView, day, parametersOf, stageCalls, STORY } from './calls-stage.js';
import { count, duration, money, READ_ANALYTICS, READ_CALLS, shownAnalytics } from './shown-numbers.js';

const SEED = 44;
const FILTERS = atDepth({ ordinary: 3, full: 50 });
const CALLER = '+61 *** *** 006';
const VIEW = 'zone=UTC&range=2026-10-25..2026-10-25';

describe('the pages of calls', () => {
  const pages = usePortalPages();
  let projects: readonly string[];
  let story: string;

  beforeAll(async () => {
    ({ projects, story } = await stageCalls(pages, SEED));
  });

  const looks = (callId: string): Promise<object[]> =>
    pages.world.sql(
      `SELECT actor_id, outcome, metadata ->> 'access_type' AS access_type, metadata ->> 'accessed_by' AS accessed_by
         FROM audit_events WHERE action = 'pii_access_recorded' AND metadata ->> 'call_id' = $1 ORDER BY event_id`,
      [callId],
    );
  const saved = async (page: Page, button: string): Promise<{ name: string; text: string }> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };

  // privacy 3.1, 3.5, 7.1
  it('show the caller and the words to those who may, once the look at them is recorded', async () => {
    const { page, person, complaints, visit } = await pages.signIn('client_admin');
    await visit(`/calls/${story}?${VIEW}`, CALLER);
    await page.getByText(STORY.summary).waitFor();
    expect(await page.getByText(CALLER).count()).toBe(2);
    expect(await page.getByText('nobody called me back').count()).toBe(0);
    expect(await looks(story)).toEqual([]);

    await page.route('**/audit-pii-access*', (route) => route.fulfill({ status: 503, body: '{}' }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Show the transcript' }).click();
    await page.getByText('Not shown, because the view could not be recorded').waitFor();
    expect(await page.getByText('nobody called me back').count()).toBe(0);
    complaints.length = 0;

    await page.getByRole('button', { name: 'Show the transcript' }).click();
    await page.getByText(STORY.transcript[1]!.text).waitFor();
    await page.getByText('This view is recorded.').waitFor();
    await page.getByRole('button', { name: 'Show number' }).click();
    await page.getByText('+61491570006 · Robin Example').waitFor();
    const look = { actor_id: person.userId, outcome: 'success', accessed_by: person.userId };
    expect(await looks(story)).toEqual([
      { ...look, access_type: 'view_transcript' },
      { ...look, access_type: 'view_phone' },
    ]);

    await page.getByText('Front desk').waitFor();
    await page.getByText('Express').waitFor();
    const text = await saved(page, 'Download as text');
    expect([text.name, text.text]).toEqual([
      `transcript-${story}.txt`,
      expect.stringContaining('I am Robin Example, and nobody called me back.'),
    ]);
    expect((await saved(page, 'Download as PDF')).text).toMatch(/^%PDF/);
    expect([...(await accessibilityFaults(page)), ...complaints]).toEqual([]);
    await page.context().close();
  });

  it('mask the caller and the words for all others, and say why a transcript is not there', async () => {
    const { page, complaints, visit } = await pages.signIn('client_staff');
    await visit(`/calls/${story}?${VIEW}`, CALLER);
    await page.getByText('I am [name], and nobody called me back.').waitFor();
    await page.getByText('Personal details are masked').waitFor();
    await page.getByText('it may contain personal details that your role may not see.').waitFor();
    const content = await page.content();
    expect(content).not.toContain('Robin');
    expect(content).not.toContain('491570006');
    expect(await page.getByRole('button', { name: /^Show (number|the transcript)/ }).count()).toBe(0);
    expect(await saved(page, 'Download as text')).toMatchObject({
      text: expect.not.stringContaining('Robin') as string,
    });
    await visit(`/calls/story-pending?${VIEW}`, CALLER);
    await page.getByText('The transcript is being redacted').waitFor();
    await visit(`/calls/story-failed?${VIEW}`, CALLER);
    await page.getByText('The transcript is not available').waitFor();
    await visit(`/calls/story-outbound?${VIEW}`, CALLER);
    await page.getByText('This call has no transcript').waitFor();
    expect(await page.getByText('Why this call was permitted').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  // calls-export 2.1, 7.2, 8.1, 8.2, 8.3, 10.3
  it('export what is looked at: previewed, withheld with the reason, saved, and refused in words', async () => {
    const { page, complaints, visit } = await pages.signIn('client_admin', { acceptDownloads: true });
    const ofProject = `zone=UTC&project_id=${projects[0]!}&range=`;
    await visit(`/calls?${ofProject}${day(1)}..${day(25)}&sentiment=upset`, 'Calls');
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the file has more calls than the list: Sentiment').waitFor();
    await dialog.getByLabel('Columns of my choice').check();
    await dialog.getByLabel('Transcript', { exact: true }).check();
    await dialog.getByLabel('Call ID').check();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const title = await dialog.getByText(/^The file has .* rows$/).textContent();
    await dialog.getByText('the caller gave no valid express consent').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const file = await saved(page, 'Download');
    await dialog.getByText('The file is saved').waitFor();
    expect(file.name).toMatch(new RegExp(`^calls-[a-z0-9-]+-${day(1)}-to-${day(25)}\\.csv$`));
    const lines = file.text.split('\r\n').filter((it) => /^"\d\d\//.test(it));
    expect(`The file has ${lines.length} rows`).toBe(title);
    expect(lines.filter((it) => it.includes(story))).toHaveLength(1);

    const answers: [status: number, code: string, words: string][] = [
      [413, 'EXPORT_TOO_LARGE', 'There are too many calls for one file.'],
      [409, 'EXPORT_IN_PROGRESS', 'You already have an export in progress.'],
      [503, 'EXPORT_BUSY', 'Too many exports are running.'],
    ];
    for (const [status, code, words] of answers) {
      await page.route(
        '**/v1/calls/export',
        (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ code }) }),
        { times: 1 },
      );
      await dialog.getByRole('button', { name: 'Download' }).click();
      await dialog.getByText(words).waitFor();
    }
    await page.route('**/v1/calls/export', () => undefined, { times: 1 });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText('Preparing the file.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Preparing the file.').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    await visit(`/calls?${ofProject}2026-09-01..2026-09-02`, 'Calls');
    await page.getByRole('button', { name: 'Export' }).click();
    for (const words of ['There is no file.', 'There is no file.', 'Try again in']) {
      await dialog.getByRole('button', { name: 'Download' }).click();
      await dialog.getByText('Preparing the file.').waitFor({ state: 'detached' });
      await dialog.getByText(words).waitFor();
    }
    const told = complaints.filter((it) => !/status of (413|409|503|429)/.test(it));
    expect(told).toEqual([]);
    await page.context().close();
  });

  it('offer an export and its sensitive parts to no role that may not have them', async () => {
    const staff = await pages.signIn('client_staff');
    await staff.visit(`/calls?${VIEW}&project_id=${projects[0]!}`, 'Calls');
    await staff.page.getByRole('button', { name: 'Export' }).click();
    const dialog = staff.page.getByRole('dialog');
    await dialog.getByLabel('Columns of my choice').check();
    await dialog.getByLabel('Summary').waitFor();
    expect(await dialog.getByLabel(/transcript|Mask personal/i).count()).toBe(0);
    expect(staff.complaints).toEqual([]);
    await staff.page.context().close();
    const user = await pages.signIn('partner_user');
    await pages.world.assignProject(user.person, pages.tenant, projects[0]!);
    await user.visit(`/calls?${VIEW}`, 'Calls');
    await user.page.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await user.page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await user.page.context().close();
  });

  // calls 4.1, 4.2, 5.2
  it(`show the numbers of the routes, for ${FILTERS} random filters`, async () => {
    const random = new SeededRandom(SEED);
    const key = await pages.world.aKey(pages.tenant, 'full-access');
    const ask = async (route: string, query: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${pages.url}/v1/calls/${route}?${parametersOf({ ...query })}`, {
        headers: { 'X-API-Key': key },
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };
    const { page, complaints, visit } = await pages.signIn('client_admin', {
      viewport: { width: 1440, height: 900 },
    });
    const go = (path: string, query: Readonly<Record<string, unknown>>): Promise<void> =>
      page.evaluate(`history.pushState({}, '', '${path}?${parametersOf(query)}')`);
    // On a busy machine, a store may be slow: a person tries again.
    const shown = (read: string): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll('#content button')].find((it) => it.textContent === '${portalText('states.retry')}')?.click(), ${read}`,
      );

    await visit('/analytics', 'Analytics');
    await page.getByRole('button', { name: 'Show as a table' }).click();
    for (let n = 0; n < FILTERS; n += 1) {
      const { address, query } = aView(random, projects);
      await go('/analytics', address);
      const [summary, inbound, sentiment, timeline, providers, outcomes, aggregates] = await Promise.all([
        ask('summary', query),
        ask('summary', { ...query, direction: 'inbound' }),
        ask('sentiment', query),
        ask('timeline', query),
        ask('provider-performance', query),
        query.project_id && ask('outcomes', query),
        query.project_id && ask('dashboard/privacy-aggregates', query),
      ]);
      const ofProject = outcomes && aggregates ? { outcomes, aggregates } : undefined;
      await expect
        .poll(() => shown(READ_ANALYTICS), { interval: 20 })
        .toEqual(shownAnalytics({ summary, inbound, sentiment, timeline, providers }, ofProject));
    }

    for (let n = 0; n < FILTERS; n += 1) {
      const { address, query } = aView(random, projects);
      const filter = aFilter(random);
      await go('/calls', { ...address, ...filter, columns: 'duration_seconds,cost,call_id' });
      const isOfMissed = filter['status'] === 'missed' && filter['direction'] !== 'outbound';
      const answer = await ask('list', { ...query, ...filter, page_size: 50 });
      const items = answer['items'] as readonly Record<string, never>[];
      const total = (answer['pagination'] as Record<string, number>)['total_records'];
      await expect
        .poll(() => shown(READ_CALLS), { interval: 20 })
        .toEqual({
          count: `${count(total)} ${total === 1 ? 'call' : 'calls'}`,
          rows: items.map((it) =>
            [
              duration(it['duration_seconds']),
              ...(isOfMissed ? [it['direction'] === 'inbound' ? portalText('followUp.callBack') : ''] : []),
              it['cost_local'] === null
                ? money(it['cost_usd'], 'USD')
                : money(it['cost_local'], it['currency'] ?? null),
              it['call_id'],
            ].join('|'),
          ),
        });
    }
    expect(complaints.filter((it) => !it.includes('status of 503'))).toEqual([]);
    await page.context().close();
  });
});
