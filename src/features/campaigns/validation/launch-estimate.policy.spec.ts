import { describe, expect, it } from 'vitest';
import { estimateLaunch, type EstimatedCampaign, type PastCalls } from './launch-estimate.policy.js';

const LAUNCH = new Date('2026-11-20T09:00:00.000Z');
const at = (hours: number): Date => new Date(LAUNCH.getTime() + hours * 3_600_000);
/** Hours from the launch on, each with this number of callable contacts. */
const open = (...contacts: number[]) => contacts.map((it, n) => ({ startsAt: at(n), contacts: it }));

// Sixty seconds a call, half of them answered, 0.40 for each answered one.
const PAST: PastCalls = {
  calls: 100,
  seconds: 6_000,
  answered: 50,
  costs: { currency: 'AUD', calls: 50, amount: 20 },
};
const ONCE = {
  enabled: false,
  max_attempts: 3,
  backoff_base_seconds: 600,
  backoff_strategy: 'constant',
} as const;
const CAMPAIGN: EstimatedCampaign = {
  launchAt: LAUNCH,
  scheduleEndAt: null,
  retry: ONCE,
  concurrentCalls: 2,
  contacts: 240,
  hours: open(240, 240, 240, 240),
};

// campaigns 6.8; two lines make 120 calls an hour.
describe('the estimate of a launch', () => {
  it.each<[string, Partial<EstimatedCampaign>, Partial<PastCalls>, object]>([
    ['has the pace of past calls on all lines', {}, {}, { endsAt: at(2), calls: 240, contactsLeft: 0 }],
    ['costs what its answered calls cost', {}, {}, { cost: { currency: 'AUD', amount: 48 } }],
    [
      'counts retries of those who do not answer',
      { retry: { ...ONCE, enabled: true, max_attempts: 1 } },
      {},
      { endsAt: at(3), calls: 360, cost: { currency: 'AUD', amount: 72 } },
    ],
    [
      'waits for the last retry',
      { retry: { ...ONCE, enabled: true, max_attempts: 1, backoff_base_seconds: 7_200 } },
      {},
      { endsAt: at(4), calls: 360 },
    ],
    [
      'waits for no retry that nobody is expected to need',
      { contacts: 2, hours: open(2), retry: { ...ONCE, enabled: true, max_attempts: 3 } },
      { answered: 100 },
      { endsAt: at(1 / 60), calls: 2 },
    ],
    ['skips closed hours', { hours: open(240, 0, 0, 240) }, {}, { endsAt: at(4) }],
    ['begins within an hour', { launchAt: at(0.5), contacts: 60 }, {}, { endsAt: at(1) }],
    [
      'continues after the hours at their pace',
      { contacts: 720, hours: open(720, 0, 720, 0) },
      {},
      { endsAt: at(12) },
    ],
    [
      'stops with the schedule, and says who is left',
      { scheduleEndAt: at(1.5) },
      {},
      { endsAt: at(1.5), calls: 180, contactsLeft: 60, cost: { currency: 'AUD', amount: 36 } },
    ],
    [
      'stops with a schedule that ends after the hours',
      { contacts: 1_200, hours: open(1_200, 1_200), scheduleEndAt: at(5) },
      {},
      { endsAt: at(5), calls: 600, contactsLeft: 600 },
    ],
  ])('%s', (_, campaign, past, expected) => {
    expect(estimateLaunch({ ...CAMPAIGN, ...campaign }, { ...PAST, ...past })).toMatchObject(expected);
  });

  it.each<[string, Partial<EstimatedCampaign>, Partial<PastCalls>, string]>([
    ['without contacts', { contacts: 0 }, {}, 'no_contacts'],
    ['without capacity', { concurrentCalls: null }, {}, 'no_capacity'],
    ['without a line', { concurrentCalls: 0 }, {}, 'no_capacity'],
    ['after 19 calls', {}, { calls: 19 }, 'too_few_calls'],
    ['after calls without a length', {}, { seconds: 0 }, 'too_few_calls'],
    ['without a permitted hour', { hours: open(0, 0) }, {}, 'no_permitted_hour'],
  ])('is unknown %s, and never nought', (_, campaign, past, reason) => {
    expect(estimateLaunch({ ...CAMPAIGN, ...campaign }, { ...PAST, ...past })).toEqual({
      endsAt: null,
      endUnknown: reason,
      calls: null,
      contactsLeft: null,
      cost: null,
      costUnknown: reason,
    });
  });

  it.each<[string, PastCalls['costs']]>([
    ['whose currencies differ', null],
    ['of which none has a cost', { currency: 'AUD', calls: 0, amount: 0 }],
  ])('knows no cost after calls %s', (_, costs) => {
    expect(estimateLaunch(CAMPAIGN, { ...PAST, costs })).toMatchObject({
      endsAt: at(2),
      cost: null,
      costUnknown: 'no_known_cost',
    });
  });
});
