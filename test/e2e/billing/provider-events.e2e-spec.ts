import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { aBillingFixture, NOW, useBilling } from './billing-fixture.js';

const SECRET = 'whsec_of_the_tests';

describe('events of the billing provider', () => {
  const clock = new TestClock(NOW);
  const billing = useBilling(clock, (settings) => ({
    ...settings,
    features: { ...settings.features, BILLING_PROVIDER_EVENT_SECRET: SECRET },
  }));
  const { test } = billing;
  let events = 0;
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);

  const desk = perTest(() => aBillingFixture(test, billing.provider));

  function event(type: string, object: object, created = seconds(), id?: string): string {
    events += 1;
    return JSON.stringify({
      id: id ?? `evt_${events}`,
      object: 'event',
      type,
      created: Math.floor(created),
      data: { object },
    });
  }
  const post = (payload: string, signature = signed(payload)) =>
    test
      .request()
      .post('/v1/billing/provider-events')
      .set('Content-Type', 'application/json; charset=utf-8')
      .set('Stripe-Signature', signature)
      .send(payload);
  const signed = (payload: string, secret = SECRET, timestamp = seconds()): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const asked = (): number =>
    billing.provider.requests.filter(
      ({ path, query }) => path === '/v1/invoices' && query.get('customer') === desk.ids.customerId,
    ).length;
  const heard = async (): Promise<string | null> => {
    const [row] = await test.world.sql<{ id: string | null }>(
      `SELECT provider_event_id AS id FROM billing_plans WHERE client_id = $1`,
      [desk.tenant.clientId],
    );
    return row!.id;
  };

  // billing 11.4
  it.each([
    [
      'a subscription',
      () => event('customer.subscription.updated', { id: 'sub', customer: desk.ids.customerId }),
    ],
    ['an invoice', () => event('invoice.paid', { id: 'in_1', customer: { id: desk.ids.customerId } })],
    ['the customer', () => event('customer.updated', { id: desk.ids.customerId })],
    ['a price of the fee', () => event('price.updated', { id: desk.ids.foundationPriceId })],
    ['a price of a meter', () => event('price.updated', { id: desk.ids.minutes.priceId })],
  ])('about %s cause a new read of what is shown', async (_, make) => {
    await desk.get('/overview').expect(200);
    await desk.get('/overview').expect(200);
    const before = asked();
    clock.advance(1_000);
    await post(make()).expect(200, { received: true });
    await desk.get('/overview').expect(200);
    expect(asked()).toBe(before + 1);
    await desk.get('/overview').expect(200);
    expect(asked()).toBe(before + 1);
  });

  // billing 11.4
  it('change nothing when they come again, or after a newer one', async () => {
    const now = seconds();
    const customer = desk.ids.customerId;
    const newest = event('invoice.paid', { customer }, now, `evt_new_${customer}`);
    await post(newest).expect(200);
    const changed = async (): Promise<object[]> =>
      test.world.sql(
        `SELECT provider_changed_at, provider_event_id FROM billing_plans WHERE client_id = $1`,
        [desk.tenant.clientId],
      );
    const after = await changed();
    clock.advance(1_000);
    await post(newest).expect(200);
    await post(event('invoice.created', { customer }, now - 60)).expect(200);
    expect(await changed()).toEqual(after);
    await post(event('invoice.voided', { customer }, now, `evt_other_${customer}`)).expect(200);
    expect(await heard()).toBe(`evt_other_${customer}`);
  });

  // billing 11.4
  it('about others, or nothing that is looked at, leave a client alone', async () => {
    await post(event('invoice.paid', { customer: 'cus_of_nobody' })).expect(200);
    await post(event('payment_method.attached', { id: 'pm_1' })).expect(200);
    expect(await heard()).toBeNull();
  });

  // billing 11.4
  it.each([
    ['another secret', (it: string) => signed(it, 'whsec_other')],
    ['an old signature', (it: string) => signed(it, SECRET, seconds() - 301)],
    ['a signature dated ahead', (it: string) => signed(it, SECRET, seconds() + 301)],
    ['another body', () => signed('{}')],
    ['no signature', () => ''],
  ])('are refused with %s', async (_, sign) => {
    const payload = event('invoice.paid', { customer: desk.ids.customerId });
    const { body } = (await post(payload, sign(payload)).expect(400)) as { body: { code: string } };
    expect(body.code).toBe('validation_failed');
    expect(await heard()).toBeNull();
  });

  // billing 11.4
  it('are refused where they happen ahead, and block none that is real', async () => {
    const about = { customer: desk.ids.customerId };
    await post(event('invoice.paid', about, seconds() + 301, 'evt_ahead')).expect(400);
    await post(event('invoice.paid', about, seconds(), 'evt_real')).expect(200);
    expect(await heard()).toBe('evt_real');
  });
});
