import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, planBatch, settleBatch } from './batch.policy.js';
import type { CallRecord } from './call-record.js';
import { parseCallRecord } from './call-record.policy.js';

function call(callId: string, revision: number): CallRecord {
  const result = parseCallRecord({
    call_id: callId,
    revision,
    project_id: 'p1',
    direction: 'inbound',
    channel: 'phone',
    call_status: 'completed',
    started_at_utc: '2026-03-01T10:00:00Z',
  });
  if (!result.ok) throw new Error(result.error.message);
  return result.record;
}

const plan = (sent: [string, number][], prior: [string, number][] = []): string => {
  const { winners, accepted, updated, unchanged } = planBatch(
    sent.map(([id, revision]) => call(id, revision)),
    new Map(prior),
  );
  return `${winners.map((it) => `${it.callId}${it.revision}`).join(' ')} | ${accepted} ${updated} ${unchanged}`;
};

// calls-ingest 3.1, 3.2
describe('planBatch', () => {
  it.each<[string, [string, number][], [string, number][], string]>([
    ['nothing', [], [], ' | 0 0 0'],
    [
      'new calls',
      [
        ['b', 1],
        ['a', 7],
      ],
      [],
      'a7 b1 | 2 0 0',
    ],
    ['a newer version of a known call', [['a', 3]], [['a', 2]], 'a3 | 0 1 0'],
    ['the known version again', [['a', 2]], [['a', 2]], ' | 0 0 1'],
    ['an older version', [['a', 1]], [['a', 2]], ' | 0 0 1'],
    [
      'a new call twice over, in order',
      [
        ['a', 1],
        ['a', 2],
      ],
      [],
      'a2 | 1 1 0',
    ],
    [
      '... out of order',
      [
        ['a', 2],
        ['a', 1],
      ],
      [],
      'a2 | 1 0 1',
    ],
    [
      '... the same revision',
      [
        ['a', 1],
        ['a', 1],
      ],
      [],
      'a1 | 1 0 1',
    ],
    [
      'a known call, old, new, newer, new',
      [
        ['a', 1],
        ['a', 3],
        ['a', 4],
        ['a', 3],
      ],
      [['a', 2]],
      'a4 | 0 2 2',
    ],
  ])('%s', (_, sent, prior, expected) => {
    expect(plan(sent, prior)).toBe(expected);
  });

  it('of two records with one revision the first is written', () => {
    const [first, second] = [call('a', 1), call('a', 1)];
    expect(planBatch([first, second], new Map()).winners[0]).toBe(first);
  });

  const ids = fc.constantFrom<string[]>('a', 'b', 'c', 'B', 'constructor');
  const revisions = fc.integer({ min: 1, max: 5 });
  const batches = fc.array(fc.tuple(ids, revisions), { maxLength: 30 });
  const priors = fc.array(fc.tuple(ids, revisions)).map((entries) => new Map(entries));

  it('counts every record once, and writes exactly the calls that got newer', () => {
    fc.assert(
      fc.property(batches, priors, (sent, prior) => {
        const result = planBatch(
          sent.map(([id, revision]) => call(id, revision)),
          prior,
        );
        expect(result.accepted + result.updated + result.unchanged).toBe(sent.length);
        const written = result.winners.map((it) => it.callId);
        expect(written).toEqual([...new Set(written)].sort());
        for (const id of new Set(sent.map(([it]) => it))) {
          const highest = Math.max(...sent.filter(([it]) => it === id).map(([, revision]) => revision));
          const winner = result.winners.find((it) => it.callId === id);
          expect(winner?.revision).toBe(highest > (prior.get(id) ?? 0) ? highest : undefined);
        }
      }),
    );
  });

  // calls-ingest 3.3
  it('sent again whole, changes nothing', () => {
    fc.assert(
      fc.property(batches, priors, (sent, prior) => {
        const records = sent.map(([id, revision]) => call(id, revision));
        const after = new Map(prior);
        planBatch(records, prior).winners.forEach((it) => after.set(it.callId, it.revision));
        expect(planBatch(records, after)).toEqual({
          winners: [],
          accepted: 0,
          updated: 0,
          unchanged: sent.length,
        });
      }),
    );
  });

  it('counts the same whether sent in one batch or record by record', () => {
    fc.assert(
      fc.property(batches, priors, (sent, prior) => {
        const records = sent.map(([id, revision]) => call(id, revision));
        const known = new Map(prior);
        const sum = { accepted: 0, updated: 0, unchanged: 0 };
        for (const record of records) {
          const single = planBatch([record], known);
          single.winners.forEach((it) => known.set(it.callId, it.revision));
          sum.accepted += single.accepted;
          sum.updated += single.updated;
          sum.unchanged += single.unchanged;
        }
        expect(planBatch(records, prior)).toMatchObject(sum);
      }),
    );
  });
});

describe('settleBatch', () => {
  const settle = (sent: [string, number][], written: [string, number | null][]): string => {
    const { accepted, updated, unchanged } = settleBatch(
      sent.map(([id, revision]) => call(id, revision)),
      new Map(written),
    );
    return `${accepted} ${updated} ${unchanged}`;
  };

  it.each<[string, [string, number][], [string, number | null][], string]>([
    ['a call that was new', [['a', 1]], [['a', null]], '1 0 0'],
    ['a call that was known', [['a', 3]], [['a', 2]], '0 1 0'],
    ['a call that somebody else wrote first', [['a', 1]], [], '0 0 1'],
    [
      'versions on both sides of the stored one',
      [
        ['a', 1],
        ['a', 3],
      ],
      [['a', 2]],
      '0 1 1',
    ],
    [
      'two versions of a call that was new',
      [
        ['a', 1],
        ['a', 2],
      ],
      [['a', null]],
      '1 1 0',
    ],
  ])('%s', (_, sent, written, expected) => {
    expect(settle(sent, written)).toBe(expected);
  });
});

describe('chunksOf', () => {
  const sizes = (bytes: number[]): number[] =>
    chunksOf(bytes.map((it) => ({ bytes: it }))).map((it) => it.length);

  it.each<[string, number[], number[]]>([
    ['nothing', [], []],
    ['many small calls', Array.from({ length: 1001 }, () => 0), [500, 500, 1]],
    ['long calls', [300_000, 300_000, 100_000], [1, 2]],
    ['one call larger than a chunk', [1, 5_000_000, 1], [1, 1, 1]],
  ])('%s', (_, bytes, expected) => {
    expect(sizes(bytes)).toEqual(expected);
  });
});
