import { describe, expect, it } from 'vitest';
import { CHARGEABILITY_RULES, decideChargeability } from './chargeability.policy.js';
import type { ChargeabilityEvidence } from './chargeability.policy.js';

type Draft<T> = T extends Date
  ? Date
  : T extends readonly (infer E)[]
    ? Draft<E>[]
    : T extends object
      ? { -readonly [K in keyof T]: Draft<T[K]> }
      : T;
type Evidence = Draft<
  ChargeabilityEvidence & {
    plan: NonNullable<ChargeabilityEvidence['plan']>;
    provider: NonNullable<ChargeabilityEvidence['provider']>;
    usage: NonNullable<ChargeabilityEvidence['usage']>;
  }
>;

const NOW = new Date('2026-11-22T10:00:00Z');
const MINUTE = 60_000;

const MONTHLY = { isPriceActive: true, currency: 'AUD', interval: 'month', intervalCount: 1 } as const;
const metered = (priceId: string, meterId: string, included: number, rate: number) => ({
  ...MONTHLY,
  priceId,
  meterId,
  usage: 'metered' as const,
  scheme: 'graduated' as const,
  unitAmount: null,
  quantity: null,
  tiers: [
    { upTo: included, unitAmount: 0, flatAmount: 0 },
    { upTo: null, unitAmount: rate, flatAmount: 0 },
  ],
});

/** The reference plan with every piece of evidence in order. */
const complete = (): Evidence => ({
  scope: { clientId: 'acme', dataEnv: 'prod' },
  now: new Date(NOW),
  isActivated: true,
  plan: {
    clientId: 'acme',
    dataEnv: 'prod',
    planName: 'Hybrid',
    currency: 'AUD',
    monthlyFee: 24_900,
    providerCustomerId: 'cus_1',
    providerSubscriptionId: 'sub_1',
    foundationPriceId: 'price_fee',
    meters: [
      {
        meterId: 'minutes',
        isActive: true,
        includedUnits: 500,
        unitRate: 59,
        providerPriceId: 'price_minutes',
        providerMeterId: 'mtr_minutes',
        providerEventName: 'call_minutes',
      },
      {
        meterId: 'sms_segments',
        isActive: true,
        includedUnits: 100,
        unitRate: 20,
        providerPriceId: 'price_segments',
        providerMeterId: 'mtr_segments',
        providerEventName: 'sms_segments',
      },
    ],
  },
  provider: {
    readAt: new Date(NOW),
    subscriptions: [
      {
        subscriptionId: 'sub_1',
        customerId: 'cus_1',
        status: 'active',
        clientId: 'acme',
        dataEnv: 'prod',
        periodStart: new Date('2026-11-01T00:00:00Z'),
        periodEnd: new Date('2026-12-01T00:00:00Z'),
        items: [
          {
            ...MONTHLY,
            priceId: 'price_fee',
            meterId: null,
            usage: 'licensed',
            scheme: 'per_unit',
            unitAmount: 24_900,
            quantity: 1,
            tiers: [],
          },
          metered('price_minutes', 'mtr_minutes', 500, 59),
          metered('price_segments', 'mtr_segments', 100, 20),
        ],
      },
    ],
  },
  usage: { pending: 0, flagged: 0, unverified: 0, correctionPending: 0 },
});

const subscription = ({ provider }: Evidence) => provider.subscriptions[0]!;
const fee = (it: Evidence) => subscription(it).items[0]!;
const minutes = (it: Evidence) => subscription(it).items[1]!;
const segments = (it: Evidence) => subscription(it).items[2]!;

/**
 * Each row breaks one condition: its name, the rule that detects it, and the change to the
 * evidence.
 */
const BREAKS: readonly (readonly [string, string, (it: Evidence) => void])[] = [
  ['no operator has let evidence count', 'activated', (it) => (it.isActivated = false)],
  ['the plan is another client’s', 'plan_of_scope', (it) => (it.plan.clientId = 'other')],
  ['the plan is of another environment', 'plan_of_scope', (it) => (it.plan.dataEnv = 'staging')],
  ['the minutes are off', 'both_meters_active', (it) => (it.plan.meters[0]!.isActive = false)],
  ['the segments are off', 'both_meters_active', (it) => (it.plan.meters[1]!.isActive = false)],
  ['there are no segments', 'both_meters_active', (it) => void it.plan.meters.pop()],
  [
    'there is a third meter',
    'both_meters_active',
    (it) => void it.plan.meters.push({ ...it.plan.meters[0]!, isActive: false }),
  ],
  [
    'the facts are 15 minutes and a moment old',
    'facts_fresh',
    (it) => (it.provider.readAt = new Date(NOW.getTime() - 15 * MINUTE - 1)),
  ],
  [
    'the facts come from more than a minute ahead',
    'facts_fresh',
    (it) => (it.provider.readAt = new Date(NOW.getTime() + MINUTE + 1)),
  ],
  ['there is no subscription', 'one_active_subscription', (it) => (it.provider.subscriptions = [])],
  [
    'there are two active subscriptions',
    'one_active_subscription',
    (it) => void it.provider.subscriptions.push({ ...subscription(it), subscriptionId: 'sub_2' }),
  ],
  ...['trialing', 'past_due', 'incomplete', 'unpaid', 'canceled', 'paused'].map(
    (status) =>
      [
        `the subscription is ${status}`,
        'one_active_subscription',
        (it: Evidence) => (subscription(it).status = status),
      ] as const,
  ),
  [
    'it is not the subscription agreed on',
    'subscription_of_plan',
    (it) => (subscription(it).subscriptionId = 'sub_2'),
  ],
  [
    'it is not the customer agreed on',
    'subscription_of_plan',
    (it) => (subscription(it).customerId = 'cus_2'),
  ],
  ['no subscription was agreed on', 'subscription_of_plan', (it) => (it.plan.providerSubscriptionId = null)],
  ['it was made for another client', 'subscription_of_scope', (it) => (subscription(it).clientId = 'other')],
  [
    'it was made for another environment',
    'subscription_of_scope',
    (it) => (subscription(it).dataEnv = 'dev'),
  ],
  ['it does not say whom it is for', 'subscription_of_scope', (it) => (subscription(it).clientId = null)],
  [
    'its period has not begun',
    'within_period',
    (it) => (subscription(it).periodStart = new Date(NOW.getTime() + 1)),
  ],
  ['its period is over', 'within_period', (it) => (subscription(it).periodEnd = new Date(NOW))],
  [
    'there is a fourth item',
    'three_items',
    (it) => void subscription(it).items.push({ ...fee(it), priceId: 'price_4' }),
  ],
  ['a price is retired', 'prices_active', (it) => (minutes(it).isPriceActive = false)],
  ['the fee is in another currency', 'one_currency', (it) => (fee(it).currency = 'USD')],
  ['the segments are in another currency', 'one_currency', (it) => (segments(it).currency = 'NZD')],
  ['the plan is in another currency', 'one_currency', (it) => (it.plan.currency = 'USD')],
  ['the fee is yearly', 'all_monthly', (it) => (fee(it).interval = 'year')],
  ['the minutes are of two months', 'all_monthly', (it) => (minutes(it).intervalCount = 2)],
  ['the fee has another price', 'foundation_price', (it) => (fee(it).priceId = 'price_9')],
  ['the fee is metered', 'foundation_price', (it) => (fee(it).usage = 'metered')],
  ['the fee is graduated', 'foundation_price', (it) => (fee(it).scheme = 'graduated')],
  ['the fee is not the one agreed on', 'foundation_fee', (it) => (fee(it).unitAmount = 24_901)],
  ['the fee is charged twice', 'foundation_fee', (it) => (fee(it).quantity = 2)],
  ['the minutes have another price', 'metered_prices', (it) => (minutes(it).priceId = 'price_9')],
  ['the minutes are not metered', 'metered_prices', (it) => (minutes(it).usage = 'licensed')],
  ['the minutes are not graduated', 'metered_prices', (it) => (minutes(it).scheme = 'other')],
  ['the minutes hang on another meter', 'metered_prices', (it) => (minutes(it).meterId = 'mtr_segments')],
  ['more minutes are included', 'graduated_tiers', (it) => (minutes(it).tiers[0]!.upTo = 501)],
  ['included minutes cost something', 'graduated_tiers', (it) => (minutes(it).tiers[0]!.unitAmount = 1)],
  ['included minutes cost a fraction', 'graduated_tiers', (it) => (minutes(it).tiers[0]!.unitAmount = null)],
  ['the rate of segments has drifted', 'graduated_tiers', (it) => (segments(it).tiers[1]!.unitAmount = 21)],
  ['a step has a fee of its own', 'graduated_tiers', (it) => (segments(it).tiers[1]!.flatAmount = 100)],
  ['a step has a fee of a fraction', 'graduated_tiers', (it) => (minutes(it).tiers[0]!.flatAmount = null)],
  ['the last step ends', 'graduated_tiers', (it) => (segments(it).tiers[1]!.upTo = 1_000)],
  [
    'there is a third step',
    'graduated_tiers',
    (it) => void segments(it).tiers.push({ upTo: null, unitAmount: 10, flatAmount: 0 }),
  ],
  ['a window is not reported yet', 'nothing_pending', (it) => (it.usage.pending = 1)],
  ['a window failed', 'nothing_flagged', (it) => (it.usage.flagged = 1)],
  ['a total is unverified', 'nothing_unverified', (it) => (it.usage.unverified = 1)],
  ['a window awaits a correction', 'no_correction_pending', (it) => (it.usage.correctionPending = 1)],
];

// billing 4.1
describe('evidence of which every piece holds', () => {
  it('makes usage chargeable', () => {
    expect(decideChargeability(complete())).toEqual({
      chargeability: 'hybrid',
      status: 'available',
      broken: [],
    });
  });

  it.each([
    ['facts 15 minutes old', (it: Evidence) => (it.provider.readAt = new Date(NOW.getTime() - 15 * MINUTE))],
    ['a clock a minute ahead', (it: Evidence) => (it.provider.readAt = new Date(NOW.getTime() + MINUTE))],
    ['the first moment of the period', (it: Evidence) => (subscription(it).periodStart = new Date(NOW))],
    [
      'a subscription that has ended beside it',
      (it: Evidence) =>
        void it.provider.subscriptions.push({
          ...subscription(it),
          subscriptionId: 'sub_0',
          status: 'canceled',
        }),
    ],
    [
      'no included units, in one step',
      (it: Evidence) => {
        it.plan.meters[1]!.includedUnits = 0;
        void segments(it).tiers.shift();
      },
    ],
  ])('and so it does with %s', (_, change) => {
    const evidence = complete();
    change(evidence);
    expect(decideChargeability(evidence).chargeability).toBe('hybrid');
  });
});

// billing 4.2
describe('one piece of evidence that does not hold makes the answer flat', () => {
  it.each(BREAKS)('%s', (_, rule, breakIt) => {
    const evidence = complete();
    breakIt(evidence);
    const { chargeability, status, broken } = decideChargeability(evidence);
    expect([chargeability, broken.includes(rule)]).toEqual(['flat', true]);
    expect(status).not.toBe('available');
  });

  it('has a case for every rule', () => {
    expect(new Set(BREAKS.map(([, rule]) => rule))).toEqual(new Set(CHARGEABILITY_RULES));
  });

  it.each(CHARGEABILITY_RULES)('and has one in which %s alone does not hold', (rule) => {
    const broken = BREAKS.map(([, , breakIt]) => {
      const evidence = complete();
      breakIt(evidence);
      return decideChargeability(evidence).broken.join();
    });
    expect(broken).toContain(rule);
  });
});

// billing 4.3
describe('evidence that could not be had', () => {
  it.each(['plan', 'provider', 'usage'] as const)('makes the answer flat: the %s', (piece) => {
    expect(decideChargeability({ ...complete(), [piece]: null })).toEqual({
      chargeability: 'flat',
      status: 'unavailable',
      broken: ['evidence_loaded'],
    });
  });

  it('is not asked of a plan without meters', () => {
    const evidence = complete();
    evidence.plan.meters = [];
    const decision = decideChargeability({ ...evidence, provider: null, usage: null });
    expect([decision.chargeability, decision.status]).toEqual(['flat', 'available']);
  });
});

// billing 4.4
describe('a flat answer is', () => {
  const statusOf = (...breaks: readonly ((it: Evidence) => void)[]) => {
    const evidence = complete();
    for (const breakIt of breaks) breakIt(evidence);
    return decideChargeability(evidence).status;
  };

  it('pending while nothing is wrong and something is awaited', () => {
    expect(statusOf((it) => (it.isActivated = false))).toBe('pending');
    expect(statusOf((it) => (it.usage.pending = 3))).toBe('pending');
    expect(statusOf((it) => (it.usage.correctionPending = 1))).toBe('pending');
  });

  it('unavailable where something is wrong, whatever is awaited beside it', () => {
    expect(
      statusOf(
        (it) => (it.isActivated = false),
        (it) => (it.usage.flagged = 1),
      ),
    ).toBe('unavailable');
  });
});
