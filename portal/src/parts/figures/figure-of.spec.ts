import { describe, expect, it } from 'vitest';
import { rangeBefore } from '../../address/range';
import { definition, of } from '../../testing/figure';
import { callsOf, pathOf } from './figure-of';

// figures 3.1
describe('the calls of a figure', () => {
  it.each<[string, object, object, object | null]>([
    ['none without a filter', {}, { conditions: null }, null],
    ['none where another value is asked for', { query: { primary_outcome: 'timeout' } }, {}, null],
    ['none of a member without a key', { keys: [''] }, {}, null],
    ['one key', { query: {} }, {}, { primary_outcome: 'resolved' }],
  ])('are %s', (_, figure, said, search) => {
    expect(callsOf({ ...of, ...figure }, { ...definition, ...said })).toEqual(search);
  });

  it('have a path whose keys are encoded', () => {
    expect(pathOf({ ...of, figure: 'a[x].b[*].c', keys: ['1]', '2'] })).toBe('a[1%5D].b[2].c');
  });
});

// figures 3.1
describe('the range before', () => {
  const now = new Date('2026-11-20T10:15:30.000Z');
  const before = (start_date: string, end_date: string, zone: string, at: Date) => {
    const { start_date: start, end_date: end, isPart } = rangeBefore({ start_date, end_date }, zone, at);
    return [start, end, isPart];
  };

  it.each([
    ['as many days', '2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['one day', '2026-10-10', '2026-10-10', '2026-10-09', '2026-10-09'],
    [
      'as long a time',
      '2026-10-10T10:00:00.000Z',
      '2026-10-10T11:59:59.999Z',
      '2026-10-10T08:00:00.000Z',
      '2026-10-10T09:59:59.999Z',
    ],
  ])('has %s', (_, start_date, end_date, start, end) => {
    expect(before(start_date, end_date, 'UTC', now)).toEqual([start, end, false]);
  });

  it.each([
    ['a day', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19T10:15:30.000Z'],
    ['a week', '2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13T10:15:30.000Z'],
    ['a week with days to come', '2026-11-19', '2026-11-25', '2026-11-12', '2026-11-13T10:15:30.000Z'],
    [
      'hours',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:59:59.999Z',
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T08:15:30.000Z',
    ],
  ])('has the same part of %s that is not over', (_, start_date, end_date, start, end) => {
    expect(before(start_date, end_date, 'UTC', now)).toEqual([start, end, true]);
  });

  it('ends at the same time of day, also where the clocks were changed', () => {
    const monday = new Date('2026-10-26T11:00:00.000Z');
    // Noon in Berlin is at 11:00 UTC on that Monday, and was at 10:00 UTC on the one before.
    expect(before('2026-10-20', '2026-10-26', 'Europe/Berlin', monday)).toEqual([
      '2026-10-13',
      '2026-10-19T10:00:00.000Z',
      true,
    ]);
  });
});
