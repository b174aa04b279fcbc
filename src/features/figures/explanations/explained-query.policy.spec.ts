import { describe, expect, it } from 'vitest';
import { figuresOf } from '../rules/catalogue.js';
import { addressOf, bucketBounds, callsQuery, statedQuery } from './explained-query.policy.js';

const NOW = new Date('2026-11-20T10:15:00.000Z');
const SUMMARY = figuresOf('/v1/calls/summary')!;

// figures 2.1
it('asks a route with the parameters of its path in it', () => {
  expect(addressOf('/v1/a/{id}/b', { id: 'x/y', c: '1 2' })).toBe('/v1/a/x%2Fy/b?c=1+2');
  expect(addressOf('/v1/a', {})).toBe('/v1/a');
});

// figures 2.4
describe('the dates of a question', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['stay where both are said', { start_date: '2026-10-01', end_date: '2026-10-02' }, {}],
    ['end now', {}, { start_date: '2026-10-21T10:15:00.000Z', end_date: '2026-11-20T10:15:00.000Z' }],
    [
      'begin where they were said to',
      { start_date: '2026-11-01' },
      { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-20T10:15:00.000Z' },
    ],
  ])('%s', (_, query, dates) => {
    expect(statedQuery(SUMMARY, query, NOW)).toEqual({ ...query, ...dates });
  });

  it('are left alone where a route takes none', () => {
    expect(statedQuery(figuresOf('/v1/billing/overview')!, {}, NOW)).toEqual({});
  });
});

// figures 2.6
describe('the list of the calls of a figure', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Record<string, string> | null]>([
    ['adds its filter', { agent: 'Ava' }, { status: 'missed' }, { agent: 'Ava', status: 'missed' }],
    ['keeps the same one', { status: 'missed' }, { status: 'missed' }, { status: 'missed' }],
    ['cannot have two of one', { status: 'failed' }, { status: 'missed' }, null],
    ['takes none that cut the answer', { granularity: 'week' }, {}, {}],
  ])('%s', (_, asked, filter, query) => {
    expect(callsQuery(asked, filter, {})).toEqual(query);
  });

  const at = (text: string) => new Date(`2026-11-${text}`);
  const range = { from: at('02T10:00:00Z'), to: at('05T00:00:00Z'), timezone: 'UTC' };
  const starts = ['02', '03', '04'].map((day) => at(`${day}T00:00:00Z`).toISOString());
  it.each([
    ['the first, which the range cuts', 0, '02T10:00:00Z', '03T00:00:00Z'],
    ['one of the middle', 1, '03T00:00:00Z', '04T00:00:00Z'],
    ['the last', 2, '04T00:00:00Z', '05T00:00:00Z'],
  ])('is of one bucket: %s', (_, place, from, to) => {
    expect(bucketBounds(range, starts, starts[place]!)).toEqual({
      from: at(from),
      to: at(to),
      timezone: 'UTC',
    });
  });
});
