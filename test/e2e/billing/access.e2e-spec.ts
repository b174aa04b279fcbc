import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import { essence } from '../access/attempts.js';
import { everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { BILLING_ROUTES } from '../access/expected-billing.js';
import { perSuite } from '../../support/frames.js';
import { aBillingFixture, CONTACT, daysFromNow, useBilling } from './billing-fixture.js';
import type { BillingFixture } from './billing-fixture.js';

/** In the order of the contract's table. */
const ROUTES = [
  'overview',
  'invoices',
  'pdf',
  'portal-session',
  'recipients',
  'unmask',
  'aggregation',
  'reconciliation',
  'alerts',
  'add-alert',
  'change-alert',
  'delete-alert',
] as const;
type Route = (typeof ROUTES)[number];

const AN_ALERT = { meter_id: 'minutes', threshold_type: 'units', threshold_value: 100 };
/**
 * Ids of the client's own objects and of foreign ones; an object that was deleted is created again.
 */
const ALERTS = ['01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d01', '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d02'] as const;
const PLANT_ALERT = `
  INSERT INTO billing_usage_alerts (client_id, data_env, alert_id, meter_id, threshold_type, threshold_value, action, created_at, updated_at)
  VALUES ($1, $2, $3, 'minutes', 'units', 1, 'notify', now(), now()) ON CONFLICT DO NOTHING`;

describe('billing', () => {
  const billing = useBilling();
  const { test } = billing;
  let callers: Caller[];
  let invoices: Readonly<Record<'own' | 'foreign', string>>;

  const own = perSuite(() => aBillingFixture(test, billing.provider));
  const foreign = perSuite(() => aBillingFixture(test, billing.provider));
  beforeAll(async () => {
    const anInvoice = async (desk: BillingFixture): Promise<string> => {
      addInvoice(billing.provider.state, desk.ids.customerId, daysFromNow(-30));
      const answer = await desk.get('/invoices').expect(200);
      return (answer.body as { invoices: { invoice_id: string }[] }).invoices[0]!.invoice_id;
    };
    invoices = { own: await anInvoice(own), foreign: await anInvoice(foreign) };
    callers = await everyCaller(test.world, own.tenant, await test.world.aProject(own.tenant));
  });
  afterEach(() => {
    billing.provider.fault = null;
  });

  async function ask(
    route: Route,
    { headers }: Pick<Caller, 'headers'>,
    clientId: string,
    invoice = invoices.own,
  ): Promise<Response> {
    const named = { client_id: clientId };
    const alert = async (): Promise<string> => {
      const desk = invoice === invoices.foreign ? foreign : own;
      await test.world.sql(PLANT_ALERT, [
        desk.tenant.clientId,
        desk.tenant.dataEnv,
        ALERTS[desk === own ? 0 : 1],
      ]);
      return `/v1/billing/usage-alerts/${ALERTS[desk === own ? 0 : 1]}`;
    };
    const get = async (path: string) => test.request().get(`/v1/billing${path}`).set(headers).query(named);
    const post = async (path: string, body: object = {}, key?: string) =>
      test
        .request()
        .post(`/v1/billing${path}`)
        .set({ ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) })
        .send({ ...named, ...body });
    switch (route) {
      case 'overview':
        return get('/overview');
      case 'invoices':
        return get('/invoices');
      case 'pdf':
        return get(`/invoices/${invoice}/pdf`);
      case 'recipients':
        return get('/invoice-recipients');
      case 'unmask':
        return post('/invoice-recipients/unmask');
      case 'portal-session':
        return post('/portal-session', { return_to: '/billing' });
      case 'aggregation':
        return get('/metered/aggregation-records');
      case 'reconciliation':
        return get('/metered/reconciliation-records');
      case 'alerts':
        return get('/usage-alerts');
      case 'add-alert':
        return post('/usage-alerts', AN_ALERT, randomUUID());
      case 'change-alert':
        return test
          .request()
          .patch(await alert())
          .set(headers)
          .send(named);
      case 'delete-alert':
        return test
          .request()
          .delete(await alert())
          .set(headers)
          .query(named);
    }
  }

  // billing 6.1, 6.2: the route matrix covers all other callers, and clients that are missing,
  // foreign or absent.
  it.each(ROUTES)(
    '%s: is done for those whom the contract names, and not with a key beside',
    async (route) => {
      const { sessions } = BILLING_ROUTES[ROUTES.indexOf(route)]!;
      const key = await test.world.aKey(own.tenant, 'full-access');
      const keys = { none: {}, good: { 'X-API-Key': key }, wrong: { 'X-API-Key': 'svc_prod_nonsense' } };
      for (const { name, kind, scope, headers } of callers) {
        if (kind !== 'bearer' || !sessions.includes(scope!)) continue;
        const statuses: number[] = [];
        for (const beside of Object.values(keys)) {
          const answer = await ask(route, { headers: { ...headers, ...beside } }, own.tenant.clientId);
          statuses.push(answer.status);
        }
        expect([name, statuses]).toEqual([name, [200, 404, 401]]);
      }
    },
  );

  // billing 8.5, 6.4
  it('answers the invoice of another client like one that does not exist', async () => {
    const answers = await Promise.all(
      [invoices.foreign, '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e'].map((id) =>
        ask('pdf', { headers: own.admin }, own.tenant.clientId, id),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(essence(answers[0]!)).toEqual(essence(answers[1]!));
  });

  // billing 10.1, 10.2, 10.3
  it('shows recipients masked, unmasks them for the administrator, and audits their number alone', async () => {
    const masked = await own.get('/invoice-recipients').expect(200);
    expect(masked.body).toEqual({
      recipients: [
        {
          recipient_id: 'billing-contact',
          email_masked: 'j***@d***.example',
          name_masked: 'J***',
          role: 'billing_contact',
          source: 'provider',
        },
      ],
    });
    const unmasked = await own.post('/invoice-recipients/unmask').expect(200);
    expect(unmasked.body).toEqual({
      recipients: [
        { recipient_id: 'billing-contact', role: 'billing_contact', source: 'provider', ...CONTACT },
      ],
    });
    const rows = await test.world.sql<{ line: string }>(
      `SELECT to_jsonb(a)::text AS line FROM audit_events a WHERE client_id = $1 AND action = 'billing.recipients_unmasked'`,
      [own.tenant.clientId],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.at(-1)!.line).toContain('"metadata": {"recipient_count": 1}');
    expect(rows.map(({ line }) => line).join() + test.logs()).not.toMatch(/canary/i);
  });

  // billing 10.1, 10.2
  it('has no recipients where the provider has no address, or no longer has the customer', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    billing.provider.state.customers.set(desk.ids.customerId, {
      id: desk.ids.customerId,
      object: 'customer',
      email: null,
    });
    expect((await desk.get('/invoice-recipients').expect(200)).body).toEqual({ recipients: [] });
    billing.provider.state.customers.set(desk.ids.customerId, {
      id: desk.ids.customerId,
      object: 'customer',
      deleted: true,
    });
    expect((await desk.post('/invoice-recipients/unmask').expect(200)).body).toEqual({ recipients: [] });
    billing.provider.state.customers.delete(desk.ids.customerId);
    expect((await desk.get('/invoice-recipients').expect(200)).body).toEqual({ recipients: [] });
  });

  // billing 9.1, 9.2, 9.3
  it('opens the pages of the provider, which lead back to the portal alone', async () => {
    const answer = await own.post('/portal-session', { return_to: '/billing/invoices' }).expect(200);
    const { session } = answer.body as { session: { url: string; return_to: string; expires_at: string } };
    expect(session.return_to).toBe('/billing/invoices');
    expect(new URL(session.url).host).toBe(billing.provider.host);
    const seconds = (Date.parse(session.expires_at) - Date.now()) / 1000;
    expect(seconds > 240 && seconds <= 300).toBe(true);
    const { form, headers } = billing.provider.requests.findLast(
      ({ path }) => path === '/v1/billing_portal/sessions',
    )!;
    expect(Object.fromEntries(form)).toEqual({
      customer: own.ids.customerId,
      return_url: 'https://portal.example.com/billing/invoices',
    });
    expect(headers['idempotency-key']).toMatch(/^portal-[0-9a-f-]{36}$/);
    expect(test.logs()).not.toContain(session.url);
    const [audited] = await test.world.sql<{ metadata: object }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'billing.portal_session_created'
        ORDER BY occurred_at DESC, event_id DESC LIMIT 1`,
      [own.tenant.clientId],
    );
    expect(audited!.metadata).toEqual({ return_to: '/billing/invoices' });
  });

  // billing 9.2
  it.each([
    '',
    '/',
    'billing',
    '/billing/',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/billing',
    '/billing?next=https://evil.example',
    '/billing/../admin',
    ['/billing'],
    null,
    undefined,
  ])('refuses to lead back to %j', async (returnTo) => {
    const answer = await own.post('/portal-session', { return_to: returnTo }).expect(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      field_errors: { return_to: expect.any(String) as string },
    });
  });

  // billing 9.3
  it.each([
    'https://evil.example/session',
    'http://billing.stripe.com/session',
    'https://billing.stripe.com@evil.example/session',
    'javascript:alert(1)',
    'session',
  ])('hands no address on that is not the provider’s: %s', async (url) => {
    const body = JSON.stringify({
      object: 'billing_portal.session',
      id: 'bps_1',
      created: 1_790_000_000,
      url,
    });
    billing.provider.fault = { path: /portal/, how: { status: 200, body } };
    const answer = await own.post('/portal-session', { return_to: '/billing' }).expect(503);
    expect(answer.text).not.toContain('evil');
  });
});
