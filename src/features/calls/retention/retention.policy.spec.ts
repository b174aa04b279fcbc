import { describe, expect, it } from 'vitest';
import { callMonthOf, keptFrom, monthsBefore } from './retention.policy.js';

// calls-ingest 6.1
describe('keptFrom', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 1, '2026-10-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00Z', 25, '2024-10-01T00:00:00.000Z'],
    ['2026-01-31T23:59:59Z', 1, '2025-12-01T00:00:00.000Z'],
    ['2026-03-31T23:59:59Z', 13, '2025-02-01T00:00:00.000Z'],
  ])('at %s, keeping %i months: %s', (now, months, expected) => {
    expect(keptFrom(new Date(now), months).toISOString()).toBe(expected);
  });
});

describe('callMonthOf', () => {
  it.each([
    ['calls_y2024m08', '2024-08', '2024-09-01T00:00:00.000Z'],
    ['calls_y2024m12', '2024-12', '2025-01-01T00:00:00.000Z'],
    ['calls_before_2020', 'before 2020', '2020-01-01T00:00:00.000Z'],
  ])('reads %s', (table, label, end) => {
    const month = callMonthOf(table);
    expect([month?.label, month?.end.toISOString()]).toEqual([label, end]);
  });

  it.each(['calls', 'call_contents_y2024m08', 'calls_y2024m8', 'calls_y2024m08_pkey', 'other'])(
    'leaves %s alone',
    (table) => {
      expect(callMonthOf(table)).toBeNull();
    },
  );
});

it('monthsBefore takes only whole months, oldest first', () => {
  const tables = ['calls_y2026m10', 'calls_y2024m09', 'calls', 'calls_y2024m10', 'calls_before_2020'];
  expect(monthsBefore(tables, new Date('2024-10-01T00:00:00Z')).map((it) => it.label)).toEqual([
    'before 2020',
    '2024-09',
  ]);
});
