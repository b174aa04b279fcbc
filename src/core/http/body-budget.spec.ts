import { describe, expect, it } from 'vitest';
import type { Settings } from '../../config/settings.js';
import { BodyBudget, BodyLease } from './body-budget.js';
import { bodyCost } from './body-cost.policy.js';

const TOTAL = 1000;

const aBudget = (): BodyBudget =>
  new BodyBudget({ bodies: { memoryBytes: TOTAL, stallMs: 5_000 } } as Settings);
/** A lease that is had at once. */
const take = (budget: BodyBudget, holder: string, cost: number): BodyLease => {
  const lease = budget.acquire(holder, cost);
  if (!(lease instanceof BodyLease)) throw new Error('There was no room.');
  return lease;
};

describe('the budget of bodies', () => {
  it('leaves half of it to others, and none beyond it', () => {
    const budget = aBudget();
    take(budget, 'one', 500);
    take(budget, 'two', 500);
    expect(budget.gauge()).toMatchObject({ inUse: 1000, total: TOTAL });
    expect(budget.acquire('three', 1)).toBeInstanceOf(Promise);
  });

  it('refuses at once what a share could never hold', () => {
    const budget = aBudget();
    expect(budget.acquire('one', 501)).toBeNull();
    expect(budget.gauge()).toMatchObject({ inUse: 0, refused: 1 });
  });

  it('lets those who wait in as soon as there is room, past one that does not fit yet', async () => {
    const budget = aBudget();
    const [first, second] = [take(budget, 'one', 500), take(budget, 'two', 400)];
    const large = budget.acquire('two', 200);
    const small = budget.acquire('one', 100);
    first.shrinkTo(400);
    expect(await small).toBeInstanceOf(BodyLease);
    second.release();
    expect(await large).toBeInstanceOf(BodyLease);
    expect(budget.gauge()).toMatchObject({ inUse: 700, waiting: 0 });
  });

  it('lets only so many wait, few of one holder, and none for long', async () => {
    const budget = aBudget();
    take(budget, 'one', 500);
    const waiting = Array.from({ length: 8 }, () => budget.acquire('one', 1));
    expect(waiting.every((it) => it instanceof Promise)).toBe(true);
    expect(budget.acquire('one', 1)).toBeNull();
    take(budget, 'two', 500);
    for (let holder = 0; holder < 56; holder += 1) waiting.push(budget.acquire(`other ${holder}`, 1));
    expect(budget.acquire('three', 1)).toBeNull();
    expect(budget.gauge().waiting).toBe(64);
    for (const decided of waiting) expect(await decided).toBeNull();
    expect(budget.gauge()).toMatchObject({ inUse: 1000, waiting: 0, refused: 66 });
  });

  it('counts a lease that is given back twice once', () => {
    const budget = aBudget();
    const [lease] = [take(budget, 'one', 300), take(budget, 'one', 200)];
    lease.release();
    lease.release();
    expect(budget.gauge().inUse).toBe(200);
  });
});

describe('the cost of a body', () => {
  it.each([
    ['JSON', {}, 8 * 1000],
    ['raw', { raw: true }, 7 * 1000],
    ['streamed', { streamed: true }, 8 * 1000],
  ])('of a thousand bytes, %s', (_, form, cost) => {
    expect(bodyCost({ bytes: 1000, types: [], ...form }, 1000)).toBe(cost);
  });

  it('is bounded where it is streamed', () => {
    expect(bodyCost({ bytes: 0, types: [], streamed: true }, 1024 ** 3)).toBe(256 * 1024);
  });
});
