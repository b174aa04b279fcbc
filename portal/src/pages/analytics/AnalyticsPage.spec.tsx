import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queries } from '../../data/queries';
import { show } from '../../testing/show';
import { AnalyticsPage } from './AnalyticsPage';

const SUMMARY = 'GET /calls/summary';
const DAY_BEFORE = '2026-10-09';
/** There are 45 missed calls, 9 of them inbound; the day before has 7 and 4. */
const summary = ({ query }: { readonly query: Readonly<Record<string, string>> }) => ({
  total_calls: 100,
  completed_calls: 55,
  missed_calls:
    query['start_date'] === DAY_BEFORE
      ? query['direction'] === 'inbound'
        ? 4
        : 7
      : query['direction'] === 'inbound'
        ? 9
        : 45,
  failed_calls: 0,
  avg_duration_seconds: 60,
  avg_ai_response_seconds: 1,
  human_escalation_count: 3,
  total_cost_usd: query['start_date'] === DAY_BEFORE ? 1 : 826.55,
  total_cost_local: null,
  currency: null,
  disconnection_reason_distribution: {},
});
const at = '/analytics?zone=UTC&range=2026-10-10..2026-10-10';
const tile = async (name: string) => within((await screen.findByText(name)).parentElement!);

describe('the page of figures', () => {
  it('shows callers who were missed apart from contacts who did not pick up', async () => {
    show(<AnalyticsPage />, { at, answers: { [SUMMARY]: summary } });
    const missed = await tile('Callers missed');
    await missed.findByText('9');
    missed.getByText('Inbound; 45 missed in both directions');
    await missed.findByText('4');
  });

  it('asks every route of figures for the chosen direction', async () => {
    const { user, asked, search } = show(<AnalyticsPage />, {
      at: `${at}&project_id=desk`,
      answers: { [SUMMARY]: summary },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Direction of calls' }));
    await user.click(await screen.findByRole('option', { name: 'Outbound' }));
    await waitFor(() => expect(search()).toMatchObject({ direction: 'outbound' }));
    await (await tile('Did not pick up')).findByText('45');
    for (const route of ['summary', 'timeline', 'outcomes', 'sentiment', 'provider-performance']) {
      await waitFor(() =>
        expect(
          asked.filter(
            ({ path, query }) =>
              path === `/calls/${route}` &&
              query['direction'] === 'outbound' &&
              query['start_date'] !== DAY_BEFORE,
          ),
          route,
        ).toHaveLength(1),
      );
    }
  });

  it('asks every route of figures for the chosen version, once it is one', async () => {
    const { user, asked, search } = show(<AnalyticsPage />, {
      at: `${at}&project_id=desk`,
      answers: { [SUMMARY]: summary },
    });
    const field = await screen.findByRole('textbox', { name: 'Version, or none' });
    await user.type(field, 'seven');
    await screen.findByText('A number, such as 7, or none');
    expect(search()).not.toHaveProperty('version');
    await user.clear(field);
    await user.type(field, '7');
    await waitFor(() => expect(search()).toMatchObject({ version: '7' }));
    for (const route of ['summary', 'timeline', 'outcomes', 'sentiment', 'provider-performance']) {
      await waitFor(() =>
        expect(
          asked.some(({ path, query }) => path === `/calls/${route}` && query['version'] === '7'),
          route,
        ).toBe(true),
      );
    }
  });

  it('wants a project before the number of a version', async () => {
    const { user, asked, search } = show(<AnalyticsPage />, {
      at: `${at}&version=7`,
      answers: { [SUMMARY]: summary },
    });
    const field = await screen.findByRole('textbox', { name: 'Version, or none' });
    await user.type(field, '7');
    await screen.findByText(/^Choose a project first/);
    await user.clear(field);
    await user.type(field, 'none');
    await waitFor(() => expect(search()).toMatchObject({ version: 'none' }));
    expect(asked.some(({ query }) => query['version'] === '7')).toBe(false);
  });

  it('shows the parts of costs and how long callers waited', async () => {
    const cost_parts = { calls: 40, model: 4.1234, telephony: 0.5, platform: null };
    const response_times = { calls: 38, turns: 512, p50_ms: 790, worst_p95_ms: 2_905 };
    const known = (request: Parameters<typeof summary>[0]) => ({
      ...summary(request),
      cost_parts,
      response_times,
    });
    show(<AnalyticsPage />, { at, answers: { [SUMMARY]: known } });
    const parts = within(await screen.findByRole('table', { name: 'Parts of the reported cost' }));
    parts.getByRole('row', { name: /^Language model \$4\.1234/ });
    parts.getByRole('row', { name: /^Platform –/ });
    const waits = within(screen.getByRole('table', { name: 'How long callers wait for an answer' }));
    waits.getByRole('row', { name: /^Half of the answers 0\.8 s/ });
    waits.getByRole('row', { name: /^95% of the slowest call 2\.9 s/ });
    waits.getByRole('row', { name: /^Answers 512/ });
  });

  it('says that no call states parts of its cost, and that none was timed', async () => {
    show(<AnalyticsPage />, {
      at,
      answers: { [SUMMARY]: (it) => ({ ...summary(it), cost_parts: null, response_times: null }) },
    });
    await screen.findByText('No call reports the parts of its cost');
    screen.getByText('No call was timed');
  });

  it('says that costs are reported, and not what is billed', async () => {
    show(<AnalyticsPage />, { at, answers: { [SUMMARY]: summary } });
    const cost = await tile('Reported call cost');
    cost.getByText('$826.55');
    cost.getByText('USD, as reported by runtimes; not the billed amount');
  });

  // figures 3.1
  it('leads from the failed calls of a provider to exactly these', async () => {
    const route = '/v1/calls/provider-performance';
    const definition = (name: string, conditions: object) => ({
      route,
      figure: `items[provider_label].${name}`,
      conditions: { provider_label: '{provider_label}', ...conditions },
    });
    const item = { provider_label: 'voice-1', calls: 8, failed_calls: 2, failure_rate: 25 };
    show(<AnalyticsPage />, {
      at,
      answers: {
        [SUMMARY]: summary,
        'GET /calls/provider-performance': { items: [item], other: null },
        'GET /definitions': {
          items: [definition('calls', {}), definition('failed_calls', { status: 'failed' })],
        },
      },
    });
    const failed = await screen.findByRole('link', { name: '2 – Failed: show these calls' });
    expect(Object.fromEntries(new URL((failed as HTMLAnchorElement).href).searchParams)).toMatchObject({
      provider_label: 'voice-1',
      status: 'failed',
      range: '2026-10-10..2026-10-10',
    });
    expect(failed.closest('td')!.textContent).toBe('2 · 25%');
  });

  // figures 3.1
  it('compares a day that is not over with the same part of the day before, and says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-10-10T09:30:00.000Z') });
    const { asked } = show(<AnalyticsPage />, { at, answers: { [SUMMARY]: summary } });
    await screen.findByText(/^Before: Oct 9, 2026 – Oct 9, 2026, 9:30 AM\. The range is not over/);
    const ends = asked
      .filter(({ path, query }) => path === '/calls/summary' && query['start_date'] === DAY_BEFORE)
      .map(({ query }) => query['end_date']);
    expect(ends.map((it) => it!.slice(0, 16))).toEqual(['2026-10-09T09:30', '2026-10-09T09:30']);
    vi.useRealTimers();
    queries.clear();
  });
});
