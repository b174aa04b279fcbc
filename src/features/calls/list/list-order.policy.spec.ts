import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromCursorPosition,
  positionOf,
  rangeAfter,
  SORT_KEYS,
  toCursorPosition,
} from './list-order.policy.js';
import type { ListOrder, OrderedCall } from './list-order.policy.js';

const NEWEST_FIRST: ListOrder = { key: 'started_at_utc', direction: 'desc' };

const CALL: OrderedCall = {
  call_id: 'room-1',
  started_at_utc: '2026-10-10T01:00:00.007Z',
  duration_seconds: '142.5',
  call_status: 'missed',
  outcome: 'unclassified',
};
const AS_OF = new Date('2026-11-01T00:00:00.123Z');

describe('a position in a list', () => {
  it.each<[ListOrder['key'], string | null]>([
    ['started_at_utc', null],
    ['duration_seconds', '142.5'],
    ['call_status', 'missed'],
    ['primary_outcome', 'unclassified'],
  ])('by %s', (key, value) => {
    expect(positionOf(CALL, { key, direction: 'desc' }, AS_OF)).toEqual({
      asOf: AS_OF.getTime(),
      key: value,
      startedAt: '2026-10-10T01:00:00.007Z',
      callId: 'room-1',
    });
  });

  // calls 5.7
  it('of a call without a duration comes before one of no seconds', () => {
    const order: ListOrder = { key: 'duration_seconds', direction: 'asc' };
    const { key } = positionOf({ ...CALL, duration_seconds: null }, order, AS_OF);
    expect(Number(key)).toBeLessThan(0);
  });

  it('survives its way through a cursor', () => {
    const call = fc.record({
      call_id: fc.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/),
      started_at_utc: fc
        .date({ min: new Date('2000-01-01'), max: new Date('2101-01-01'), noInvalidDate: true })
        .map((it) => it.toISOString()),
      duration_seconds: fc.option(fc.stringMatching(/^\d{1,8}(\.\d{1,6})?$/)),
      call_status: fc.string(),
      outcome: fc.string(),
    });
    fc.assert(
      fc.property(call, fc.constantFrom(...SORT_KEYS), (it, key) => {
        const position = positionOf(it, { key, direction: 'asc' }, AS_OF);
        const sent = JSON.parse(JSON.stringify(toCursorPosition(position))) as ReturnType<
          typeof toCursorPosition
        >;
        expect(fromCursorPosition(sent)).toEqual(position);
      }),
    );
  });
});

describe('the range after a position', () => {
  const range = {
    from: new Date('2026-10-01T00:00:00.000Z'),
    to: new Date('2026-11-01T00:00:00.000Z'),
    timezone: 'UTC',
    wholeLocalDays: true,
  };
  const at = positionOf(CALL, NEWEST_FIRST, AS_OF);

  it('ends with the millisecond of the position, newest first', () => {
    expect(rangeAfter(range, NEWEST_FIRST, at)).toMatchObject({
      from: range.from,
      to: new Date('2026-10-10T01:00:00.008Z'),
    });
  });

  it('begins with it, oldest first', () => {
    expect(rangeAfter(range, { ...NEWEST_FIRST, direction: 'asc' }, at)).toMatchObject({
      from: new Date('2026-10-10T01:00:00.007Z'),
      to: range.to,
    });
  });

  it.each(SORT_KEYS.slice(1))('is all of it in a list by %s', (key) => {
    for (const direction of ['asc', 'desc'] as const) {
      const order = { key, direction };
      expect(rangeAfter(range, order, positionOf(CALL, order, AS_OF))).toEqual(range);
    }
  });
});
