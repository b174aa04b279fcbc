import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import { BodyBudget, BodyLease } from './body-budget.js';
import { bodyCost, type BodyHolder } from './body-memory.policy.js';

const TOTAL = 1000;

const MIB = 1024 * 1024;

const aBudget = (memoryBytes = TOTAL): BodyBudget =>
  new BodyBudget({ bodies: { memoryBytes, stallMs: 5_000 } } as Settings);
const client = (name: string): BodyHolder => ({ name, isStranger: false });
const stranger = (name: string): BodyHolder => ({ name, isStranger: true });
const take = (budget: BodyBudget, name: string, cost: number): BodyLease => {
  const lease = budget.acquire(client(name), cost);
  if (!lease) throw new Error('There was no room.');
  return lease;
};
/**
 * Takes everything that this holder can have at once.
 * @returns the amount
 */
const fill = (budget: BodyBudget, holder: string): number => {
  const { total, inUse } = budget.gauge();
  const most = Math.floor(((total - inUse) * 3) / 5);
  take(budget, holder, most);
  return most;
};

describe('the budget of bodies', () => {
  // Each takes all it can; the next one may have 60 % of what is free then.
  it.each([
    [0, 600],
    [1, 240],
    [2, 96],
    [3, 38],
    [4, 15],
    [5, 6],
  ])('after %i greedy holders gives the next one %i of a thousand', (greedy, most) => {
    const budget = aBudget();
    for (let holder = 0; holder < greedy; holder += 1) fill(budget, `greedy ${holder}`);
    expect(budget.acquire(client('next'), most + 1)).toBeNull();
    expect(fill(budget, 'next')).toBe(most);
  });

  it.each([
    ['two largest batches of two clients', [70, 70], true],
    ['two largest batches of one client', [140], false],
    ['an ordinary batch after two largest ones', [70, 70, 30], true],
  ])('of 192 MiB has room for %s: %s', (_, costs, isRoom) => {
    const budget = aBudget(192 * MIB);
    const leases = costs.map((mib, holder) => budget.acquire(client(`client ${holder}`), mib * MIB));
    expect(leases.every((lease) => lease !== null)).toBe(isRoom);
  });

  it('leaves 2 MiB of 192 after five greedy holders', () => {
    const budget = aBudget(192 * MIB);
    for (let holder = 0; holder < 5; holder += 1) fill(budget, `greedy ${holder}`);
    const { inUse, total } = budget.gauge();
    expect((total - inUse) / MIB).toBeCloseTo(1.97, 1);
    take(budget, 'ordinary', MIB);
  });

  it('counts what a holder has against its own share alone', () => {
    const budget = aBudget();
    take(budget, 'one', 300);
    take(budget, 'two', 300);
    take(budget, 'one', 120);
    expect(budget.acquire(client('one'), 1)).toBeNull();
  });

  it('counts what it refuses, and takes nothing for it', () => {
    const budget = aBudget();
    expect(budget.acquire(client('one'), 601)).toBeNull();
    expect(budget.gauge()).toMatchObject({ inUse: 0, refused: 1 });
  });

  it('has room again for what a lease gives back', () => {
    const budget = aBudget();
    const lease = take(budget, 'one', 600);
    lease.shrinkTo(380);
    take(budget, 'one', 220);
    expect(budget.gauge()).toMatchObject({ inUse: 600 });
  });

  it('counts a lease that is given back twice once', () => {
    const budget = aBudget();
    const [lease] = [take(budget, 'one', 300), take(budget, 'one', 200)];
    lease.release();
    lease.release();
    expect(budget.gauge().inUse).toBe(200);
  });
});

// requests 3.9
describe('the share of strangers', () => {
  const largest = bodyCost({ bytes: 0, types: [], raw: true }, 256 * 1024, true);

  it('is a thirty-second of the memory for one address, and a quarter for all', () => {
    const budget = aBudget(192 * MIB);
    const taken = new Map<string, number>();
    for (let address = 0; address < 40; address += 1) {
      const name = `stranger ${address}`;
      while (budget.acquire(stranger(name), largest) !== null) taken.set(name, (taken.get(name) ?? 0) + 1);
    }
    expect(Math.max(...taken.values()) * largest).toBeLessThanOrEqual((192 / 32) * MIB);
    expect(budget.gauge().inUse).toBeLessThanOrEqual((192 / 4) * MIB);
    // The largest batch of a client, as raw records.
    take(budget, 'client', 70 * MIB);
  });

  it('holds the largest body of a stranger in the least memory that a process may have', () => {
    expect(aBudget(128 * MIB).acquire(stranger('one'), largest)).toBeInstanceOf(BodyLease);
  });

  it('never runs out for short forms', () => {
    const budget = aBudget(128 * MIB);
    while (budget.acquire(stranger('one'), largest) !== null);
    const short = bodyCost({ bytes: 0, types: [] }, 16 * 1024, true);
    for (let form = 0; form < 1_000; form += 1)
      expect(budget.acquire(stranger('one'), short)).toBeInstanceOf(BodyLease);
  });
});

describe('the cost of a body', () => {
  it.each([
    ['JSON', {}, 8 * 1000],
    ['raw', { raw: true }, 7 * 1000],
    ['streamed', { streamed: true }, 8 * 1000],
  ])('of a thousand bytes, %s', (_, form, cost) => {
    expect(bodyCost({ bytes: 1000, types: [], ...form }, 1000, false)).toBe(cost);
  });

  it('is bounded where it is streamed', () => {
    expect(bodyCost({ bytes: 0, types: [], streamed: true }, 1024 ** 3, false)).toBe(256 * 1024);
  });
});
