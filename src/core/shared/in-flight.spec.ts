import { describe, expect, it } from 'vitest';
import { InFlight } from './in-flight.js';

describe('what is under way', () => {
  const members = (all: Iterable<string>): string[] => [...all].sort();

  it('holds what was added until it is taken out, in any order', () => {
    const all = new InFlight<string>();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((member) => all.add(member));
    b!();
    expect(members(all)).toEqual(['a', 'c', 'd']);
    d!();
    a!();
    expect(members(all)).toEqual(['c']);
    all.add('e');
    c!();
    expect(members(all)).toEqual(['e']);
    expect(all.size).toBe(1);
  });

  it('takes out one member once, also where an equal one is there', () => {
    const all = new InFlight<string>();
    const first = all.add('a');
    all.add('a');
    first();
    first();
    expect(members(all)).toEqual(['a']);
  });

  it('continues with the first ones when others leave', () => {
    const all = new InFlight<string>();
    const leave = new Map(['a', 'b', 'c'].map((member) => [member, all.add(member)]));
    const seen: string[] = [];
    for (const member of all) {
      leave.get(member)!();
      seen.push(member);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(all.size).toBe(0);
  });
});
