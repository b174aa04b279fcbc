import { afterEach, describe, expect, it } from 'vitest';
import { addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import { TestClock } from '../../support/test-clock.js';
import { aBillingFixture, aPlan, daysFromNow, lasting, NOW, PERIOD, useBilling } from './billing-fixture.js';
import type { BillingFixture } from './billing-fixture.js';

interface Overview {
  readonly billing: Readonly<Record<string, unknown>>;
}

const dayIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);

describe('the billing overview', () => {
  const clock = new TestClock(NOW);
  const billing = useBilling(clock);
  const { test } = billing;

  afterEach(() => {
    billing.provider.fault = null;
    // After the pause that follows a failure, and after the cache has expired.
    clock.advance(61_000);
  });

  const shown = async (desk: BillingFixture): Promise<Overview['billing']> =>
    ((await desk.get('/overview').expect(200)).body as Overview).billing;

  // billing 7.1, 7.2, 7.3, 7.5
  it('shows plan, fee and invoices, and nothing of usage while the answer is flat', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    addInvoice(billing.provider.state, desk.ids.customerId, daysFromNow(-30), { total: 25_018 });
    expect(await shown(desk)).toEqual({
      client_id: desk.tenant.clientId,
      plan_name: 'Reference hybrid',
      billing_period_start: PERIOD.start.toISOString(),
      billing_period_end: PERIOD.end.toISOString(),
      currency: 'AUD',
      monthly_fee_amount: 249,
      chargeability: 'flat',
      chargeability_status: 'unavailable',
      chargeability_label: 'FIXED FOUNDATION ONLY',
      usage_status: 'unavailable',
      included_minutes: null,
      used_minutes: null,
      remaining_minutes: null,
      estimated_overage_amount: null,
      invoice_status: 'current',
      next_invoice_date: dayIn('Australia/Sydney', PERIOD.end),
      last_invoice_total: 250.18,
      forecast: { so_far_cents: 24_900, at_period_end_cents: 24_900 },
      metered_usage_lines: [],
      metered_usage: null,
      active_discounts: [],
      discounted_monthly_fee_amount: 249,
      discount_calculation_available: true,
      active_adjustments: [],
      adjusted_monthly_fee_cents: 24_900,
      adjustment_calculation_available: true,
    });
  });

  // billing 2.2, 2.3, 3.1, 3.3
  it('applies the discounts and adjustments of the day in the zone of the client', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    const east = 23 - clock.now().getUTCHours();
    const zone = east > 12 ? `Etc/GMT+${24 - east}` : `Etc/GMT-${east}`;
    await test.world.sql(`UPDATE clients SET timezone = $2 WHERE client_id = $1`, [
      desk.tenant.clientId,
      zone,
    ]);
    const today = dayIn(zone, clock.now());
    const tomorrow = dayIn(zone, new Date(clock.now().getTime() + 3_600_000));
    await desk.discounted('percentage_monthly_fee', 10, '2026-11-01', today);
    await desk.discounted('fixed_monthly_fee', 1_000, tomorrow);
    await desk.adjusted('credit', null, 2_500, '2026-11-01');
    await desk.adjusted('promotion', 'recurring_credit', 500, tomorrow);
    const before = await shown(desk);
    expect(before).toMatchObject({
      active_discounts: [
        {
          discount_id: expect.any(Number) as number,
          discount_type: 'percentage_monthly_fee',
          discount_value: 10,
          currency: 'AUD',
          effective_start_date: '2026-11-01',
          effective_end_date: today,
          description: 'First year',
        },
      ],
      discounted_monthly_fee_amount: 224.1,
      active_adjustments: [{ adjustment_type: 'credit', amount_cents: 2_500, net_effect_cents: -2_500 }],
      adjusted_monthly_fee_cents: 19_910,
    });
    clock.set(new Date((Math.floor(clock.now().getTime() / 3_600_000) + 1) * 3_600_000));
    expect(await shown(desk)).toMatchObject({
      active_discounts: [{ discount_type: 'fixed_monthly_fee' }],
      discounted_monthly_fee_amount: 239,
      active_adjustments: [
        { adjustment_type: 'credit', promotion_sub_type: null, net_effect_cents: -2_500 },
        { adjustment_type: 'promotion', promotion_sub_type: 'recurring_credit', net_effect_cents: -500 },
      ],
      adjusted_monthly_fee_cents: 20_900,
    });
  });

  // billing 2.4, 3.4
  it('withholds an amount that it would have to guess', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    await desk.discounted('percentage_monthly_fee', 101, '2026-11-01');
    await desk.adjusted('credit', null, 2_500, '2026-11-01');
    expect(await shown(desk)).toMatchObject({
      discounted_monthly_fee_amount: null,
      discount_calculation_available: false,
      active_adjustments: [{ net_effect_cents: null }],
      adjusted_monthly_fee_cents: null,
      adjustment_calculation_available: false,
    });
  });

  // billing 7.4
  it('reports open invoices and those that are past due', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    const { customerId } = desk.ids;
    addInvoice(billing.provider.state, customerId, NOW, { status: 'open' });
    expect(await shown(desk)).toMatchObject({ invoice_status: 'action_required', last_invoice_total: 249 });
    clock.advance(61_000);
    addInvoice(billing.provider.state, customerId, daysFromNow(-40), { status: 'open' });
    expect(await shown(desk)).toMatchObject({ invoice_status: 'overdue' });
  });

  // billing 7.5, 7.6
  it.each([
    ['hangs up', 'reset' as const],
    ['does not answer for seconds', 'hang' as const],
    ['answers 500', { status: 500, body: '{"error":{"type":"api_error","message":"cus_canary broke"}}' }],
    ['answers 429', { status: 429, body: '{"error":{"type":"invalid_request_error"}}' }],
    ['answers what is no JSON', { status: 200, body: '<html>' }],
    ['answers JSON of another shape', { status: 200, body: '{"object":"list","data":[{"id":7}]}' }],
  ])('answers without the provider where that %s', async (_, how) => {
    const desk = await aBillingFixture(test, billing.provider);
    billing.provider.fault = { path: /^\/v1\//, how };
    const answer = await shown(desk);
    expect(answer).toMatchObject({
      plan_name: 'Reference hybrid',
      chargeability: 'flat',
      chargeability_status: 'unavailable',
      invoice_status: 'unavailable',
      next_invoice_date: null,
      last_invoice_total: null,
      discounted_monthly_fee_amount: 249,
    });
    const days = [answer['billing_period_start'], answer['billing_period_end']].map((instant) =>
      dayIn('Australia/Sydney', new Date(String(instant))),
    );
    const month = dayIn('Australia/Sydney', clock.now()).slice(0, 7);
    expect(days[0]).toBe(`${month}-01`);
    expect(days[1]! > `${month}-28` && days[1]!.endsWith('-01')).toBe(true);
    expect(test.logs()).not.toContain('cus_canary');
  });

  // billing 7.6
  it('asks a provider that has failed no more for some seconds, and one that answers once a minute at most', async () => {
    const desk = await aBillingFixture(test, billing.provider);
    const asked = (): number =>
      billing.provider.requests.filter(({ path }) => path === '/v1/invoices').length;
    billing.provider.fault = { path: /^\/v1\//, how: { status: 502, body: '' } };
    const before = asked();
    for (let i = 0; i < 3; i += 1) await shown(desk);
    expect(asked() - before).toBe(1);
    billing.provider.fault = null;
    clock.advance(5_000);
    for (let i = 0; i < 3; i += 1) expect(await shown(desk)).toMatchObject({ invoice_status: 'current' });
    expect(asked() - before).toBe(2);
  });

  // billing 6.3
  it('is 404 for a client without a plan', async () => {
    const tenant = await test.world.aTenant();
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const answer = await test
      .request()
      .get('/v1/billing/overview')
      .query({ client_id: tenant.clientId })
      .set(lasting(admin))
      .expect(404);
    expect(answer.body).toMatchObject({ code: 'not_found' });
  });

  // billing 4.4, 7.4
  it('is certain for a plan without meters, and knows of no invoices of a client that is no customer', async () => {
    const tenant = await test.world.aTenant();
    await aPlan(test, tenant, null);
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const answer = await test
      .request()
      .get('/v1/billing/overview')
      .query({ client_id: tenant.clientId })
      .set(lasting(admin))
      .expect(200);
    expect((answer.body as Overview).billing).toMatchObject({
      chargeability: 'flat',
      chargeability_status: 'available',
      invoice_status: 'unavailable',
    });
  });

  // billing 7.6
  it('asks the provider by its pinned version, with the key it was given', async () => {
    await shown(await aBillingFixture(test, billing.provider));
    const { headers } = billing.provider.requests.findLast(({ path }) => path === '/v1/invoices')!;
    expect(headers['stripe-version']).toBe('2026-10-28.endive');
    expect(headers.authorization).toBe(`Bearer ${billing.provider.key}`);
    expect(headers['x-stripe-client-telemetry']).toBeUndefined();
    expect(test.logs()).not.toContain(billing.provider.key);
  });
});
