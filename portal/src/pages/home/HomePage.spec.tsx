import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HomeClient, HomeResponse } from '../../api/generated';
import { aSession, refusal, show } from '../../testing/show';
import { HomePage } from './HomePage';

const figure = (count: number, before = 1) => ({ count, before });
const period = (missed: number, total = 40) => ({
  total: figure(total),
  missed_inbound: figure(missed),
  upset: figure(2),
});
const aClient = (client_id: string, more: Partial<HomeClient> = {}): HomeClient => ({
  client_id,
  business_name: `Business of ${client_id}`,
  status: 'active',
  unavailable: [],
  calls: { today: period(3), last_7_days: period(9) },
  alerts: { open: 2, critical: 1, warning: 1, info: 0 },
  capacity: { in_use: 2, concurrency_limit: 20 },
  ...more,
});
const aHome = (...items: HomeClient[]): HomeResponse => ({
  timezone: 'UTC',
  ranges: {
    today: {
      start_date: '2026-11-20',
      end_date: '2026-11-20',
      before: { start_date: '2026-11-13T00:00:00.000Z', end_date: '2026-11-13T10:15:00.000Z' },
    },
    last_7_days: {
      start_date: '2026-11-14',
      end_date: '2026-11-20',
      before: { start_date: '2026-11-07T00:00:00.000Z', end_date: '2026-11-13T10:15:00.000Z' },
    },
  },
  items,
  as_of_utc: '2026-11-20T10:15:00.000Z',
});
const open = (
  home: HomeResponse | Response,
  roles: Record<string, string> = { 'client-a': 'partner_admin' },
) =>
  show(<HomePage />, {
    session: aSession(roles),
    answers: { 'GET /portal/home': { ...home } as never },
  });
const hrefOf = (name: string | RegExp): URL =>
  new URL(screen.getByRole('link', { name }).getAttribute('href')!, 'https://portal');

describe('the home page', () => {
  // home 5.1
  it('leads from each number to the calls that it counts', async () => {
    open(aHome(aClient('client-a')));
    await screen.findByRole('table', { name: 'Calls' });
    expect(Object.fromEntries(hrefOf(/^3 – Missed.*Today/).searchParams)).toEqual({
      client_id: 'client-a',
      range: '2026-11-20..2026-11-20',
      zone: 'UTC',
      status: 'missed',
      direction: 'inbound',
      follow_up: 'not_done',
    });
    expect(screen.getByText(/^2 of 20 concurrent calls of the client are in use/).closest('a')).toBeNull();
    expect((await screen.findByText('2 open alerts')).getAttribute('href')).toBe(
      '/alerts?client_id=client-a',
    );
    expect(hrefOf(/^2 – Upset.* 7 days/).searchParams.get('sentiment')).toBe('upset');
    expect(hrefOf(/^1 – All calls, Previous 7 days/).searchParams.get('range')).toBe(
      '2026-11-07T00:00:00.000Z..2026-11-13T10:15:00.000Z',
    );
  });

  it('shows other clients in the order of the answer, each leading to its own calls', async () => {
    open(aHome(aClient('client-b', { requests_due: { urgent: 1, overdue: 2 } }), aClient('client-a')));
    const table = await screen.findByRole('table', { name: 'Your clients' });
    const names = within(table)
      .getAllByRole('link', { name: /^Business of/ })
      .map((it) => it.textContent);
    expect(names).toEqual(['Business of client-b', 'Business of client-a']);
    within(table).getByRole('link', { name: 'Requests due: 3' });
  });

  it('says what a store does not give, and shows no zero for it', async () => {
    open(aHome(aClient('client-a', { unavailable: ['calls', 'capacity'], calls: null, capacity: null })));
    await screen.findByText(/data store does not answer/);
    expect(screen.queryByText('0')).toBeNull();
  });

  it('names who gave a call to the person, and an overdue invoice', async () => {
    const followUp = { call_id: 'c1', updated_by: 'noor', updated_at_utc: '2026-11-20T09:00:00.000Z' };
    show(<HomePage />, {
      session: aSession({ 'client-a': 'client_admin' }, ['listFollowUps']),
      answers: {
        'GET /portal/home': { ...aHome(aClient('client-a', { has_plan: true })) } as never,
        'GET /calls/follow-ups': { items: [{ follow_up: followUp }], pagination: { total_records: 2 } },
        'GET /portal/names': { items: [{ id: 'noor', kind: 'colleague', display_name: 'Noor Aziz' }] },
        'GET /billing/overview': {
          billing: {
            client_id: 'client-a',
            currency: 'AUD',
            invoice_status: 'overdue',
            forecast: { so_far_cents: 27_410, at_period_end_cents: 33_900 },
          },
        },
      },
    });
    await screen.findByText('Noor Aziz');
    expect(hrefOf('2 calls are yours to follow up').search).toBe('?client_id=client-a&owner=person');
    await screen.findByText('An invoice is overdue');
    expect(hrefOf('An invoice is overdue').pathname).toBe('/billing');
  });

  it('says that nothing is waiting only once everything is known', async () => {
    const status = Promise.withResolvers<Record<string, unknown>>();
    const quiet = { open: 0, critical: 0, warning: 0, info: 0 };
    show(<HomePage />, {
      answers: {
        'GET /portal/home': { ...aHome(aClient('client-a', { alerts: quiet })) } as never,
        'GET /status': () => status.promise,
      },
    });
    await screen.findByText('Waiting for you');
    expect(screen.queryByText(/^Nothing is waiting/)).toBeNull();
    status.resolve({ items: [], partners: [] });
    await screen.findByText(/^Nothing is waiting/);
  });

  it('leaves out what the role may not read', async () => {
    open(aHome(aClient('client-a')));
    await screen.findByRole('table', { name: 'Calls' });
    expect(screen.queryByText(/campaign/i)).toBeNull();
    expect(screen.queryByText('Steps to the first call')).toBeNull();
  });

  const setup = {
    steps: [
      { step: 'assistant' as const, done: true },
      { step: 'number' as const, done: false },
    ],
    project_id: 'desk',
  };

  it('shows the steps of a new client first, until all are done', async () => {
    const calls = { today: period(0, 0), last_7_days: period(0, 0) };
    open(aHome(aClient('client-a', { setup, calls })));
    await screen.findByRole('img', { name: 'Done' });
    expect(screen.getAllByRole('heading', { level: 2 })[0]!.textContent).toBe('Steps to the first call');
    expect(hrefOf('Give the assistant a number').pathname).toBe('/projects/desk');
  });

  it('shows a client with calls the steps that are left, below its figures', async () => {
    open(aHome(aClient('client-a', { setup })));
    await screen.findByRole('heading', { name: 'Still to set up' });
    expect(screen.getAllByRole('heading', { level: 2 })[0]!.textContent).toBe('Calls');
    expect(screen.queryByText('Configure an assistant')).toBeNull();
  });

  it.each([
    ['client_admin', [], '/status?client_id=client-a'],
    ['partner_admin', ['listWebhooks'], '/integrations?client_id=client-a&tab=webhooks'],
  ] as const)('leads a %s to failing deliveries', async (role, operations, href) => {
    const part = { state: 'down', since_utc: '2026-11-19T08:00:00.000Z' };
    const project = (name: string, detail: string) => ({
      project_id: name,
      display_name: name,
      deliveries: { ...part, detail },
      failing_receivers:
        detail === 'receiver_failing'
          ? [{ host: 'hooks.acme.example', disabled_reason: null, last_answer: '503', ...part }]
          : [],
    });
    show(<HomePage />, {
      session: aSession({ 'client-a': role }, operations),
      answers: {
        'GET /portal/home': { ...aHome(aClient('client-a')) },
        'GET /status': {
          items: [
            project('Front desk', 'delivering'),
            project('After hours', 'receiver_failing'),
            project('Recalls', 'receiver_failing'),
          ],
        },
      },
    });
    const link = await screen.findByRole('link', { name: 'After hours: deliveries of events fail' });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.parentElement?.textContent).toMatch(
      /fail since .*2026.*hooks\.acme\.example answered 503\) and of 1 more project$/,
    );
  });

  it('leads to the calls of yesterday', async () => {
    open(aHome(aClient('client-a')));
    await screen.findByRole('table', { name: 'Calls' });
    expect(Object.fromEntries(hrefOf(/^Missed.* yesterday/).searchParams)).toEqual({
      client_id: 'client-a',
      range: 'yesterday',
      zone: 'UTC',
      status: 'missed',
      direction: 'inbound',
      follow_up: 'not_done',
    });
  });

  // home 2.9, 5.1
  it('shows the charges so far and their forecast for a client with a plan, and asks for no others', async () => {
    const items = [
      aClient('client-a', { has_plan: true }),
      aClient('client-b', { has_plan: false }),
      aClient('client-c'),
    ];
    const forecast = { so_far_cents: 27_410, at_period_end_cents: 33_900 };
    const { asked } = show(<HomePage />, {
      session: aSession({ 'client-a': 'partner_admin' }),
      answers: {
        'GET /portal/home': { ...aHome(...items) } as never,
        'GET /billing/overview': { billing: { client_id: 'client-a', currency: 'AUD', forecast } } as never,
      },
    });
    const charges = await screen.findByRole('region', { name: 'Charges' });
    await within(charges).findByText(/274\.10/);
    within(charges).getByText(/339\.00/);
    expect(within(charges).getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe(
      '/billing?client_id=client-a',
    );
    expect(hrefOf('Charges – Billing: Business of client-a').pathname).toBe('/billing');
    expect(screen.getAllByText('no plan')).toHaveLength(1);
    expect(asked.filter(({ path }) => path === '/billing/overview')).toHaveLength(1);
  });

  it.each([false, undefined])('asks for no charges where a plan is %s', async (has_plan) => {
    open(aHome(aClient('client-a', { has_plan: has_plan as never })));
    await screen.findByRole('table', { name: 'Calls' });
    expect(screen.queryByText('Charges')).toBeNull();
  });

  it('tells a partner_user without a project whom to ask, and keeps the other clients', async () => {
    show(<HomePage />, {
      session: aSession({ 'client-a': 'partner_user', 'client-b': 'partner_user' }, ['listApiKeys']),
      answers: {
        'GET /portal/home': { ...aHome(aClient('client-a'), aClient('client-b')) },
        'GET /projects': { items: [] },
      },
    });
    await screen.findByRole('heading', { name: 'No project of Business of client-a is assigned to you yet' });
    expect(screen.queryByRole('table', { name: 'Calls' })).toBeNull();
    screen.getByRole('table', { name: 'Your clients' });
  });

  it('says that it cannot be read, with a way to try again', async () => {
    show(<HomePage />, { answers: { 'GET /portal/home': refusal(503) } });
    await screen.findByText('Home is not available');
    screen.getByRole('button', { name: 'Try again' });
  });
});
