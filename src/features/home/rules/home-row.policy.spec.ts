import { describe, expect, it } from 'vitest';
import { callFigures, worstFirst, type Badness } from './home-row.policy.js';

const counts = (total: number, missed_inbound = 0, upset = 0) => ({ total, missed_inbound, upset });
const none = { count: 0, before: 0 };

describe('the figures of a client', () => {
  // home 2.1, 2.2, 2.3
  it('are sums of the buckets of each range', () => {
    const figures = callFigures({
      1: counts(10),
      2: counts(5, 1),
      3: counts(7),
      4: counts(3, 2, 1),
    });
    expect(figures).toEqual({
      today: {
        total: { count: 3, before: 5 },
        missed_inbound: { count: 2, before: 1 },
        upset: { count: 1, before: 0 },
      },
      last_7_days: {
        total: { count: 10, before: 15 },
        missed_inbound: { count: 2, before: 1 },
        upset: { count: 1, before: 0 },
      },
    });
  });

  it('are zero without calls', () => {
    const period = { total: none, missed_inbound: none, upset: none };
    expect(callFigures({})).toEqual({ today: period, last_7_days: period });
  });
});

const client = (name: string, more: Partial<Badness> = {}): Badness => ({ name, unavailable: [], ...more });
const missed = (today: number, week = today) =>
  callFigures({ 3: counts(9, week - today), 4: counts(9, today) });

// home 3.1, 3.2
describe('the order of clients', () => {
  it.each([
    [
      'what is not known before what is bad',
      client('z', { unavailable: ['calls'] }),
      client('a', { requests_due: { urgent: 0, overdue: 9 } }),
    ],
    [
      'overdue requests before missed calls',
      client('z', { requests_due: { urgent: 0, overdue: 1 } }),
      client('a', { calls: missed(9) }),
    ],
    ['more missed calls before fewer', client('z', { calls: missed(2) }), client('a', { calls: missed(1) })],
    [
      'missed calls of today before those of the week',
      client('z', { calls: missed(1) }),
      client('a', { calls: missed(0, 9) }),
    ],
    [
      'missed calls before urgent requests',
      client('z', { calls: missed(1) }),
      client('a', { requests_due: { urgent: 9, overdue: 0 } }),
    ],
    ['those of the week before none', client('z', { calls: missed(0, 1) }), client('a')],
    ['else by name', client('a'), client('b')],
  ])('is %s', (_, first, second) => {
    expect([second, first].sort(worstFirst)).toEqual([first, second]);
    expect([first, second].sort(worstFirst)).toEqual([first, second]);
  });
});
