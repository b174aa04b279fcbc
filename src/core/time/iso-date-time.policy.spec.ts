import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant, readIsoDate, readIsoDateTime } from './iso-date-time.policy.js';

describe('readInstant', () => {
  it.each([
    ['2026-03-01T10:20:30.456Z', '2026-03-01T10:20:30.456Z'],
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20Z', '2026-03-01T10:20:00.000Z'],
    ['2026-03-01T10:20:30.4567891Z', '2026-03-01T10:20:30.456Z'],
    ['2026-03-01T10:20:30,5Z', '2026-03-01T10:20:30.500Z'],
    ['2026-03-01T10:20:30+10:00', '2026-03-01T00:20:30.000Z'],
    ['2026-03-01T10:20:30-0330', '2026-03-01T13:50:30.000Z'],
    ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(readInstant(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2026-03-01',
    '2026-03-01T10:20:30',
    '2026-03-01 10:20:30Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T23:59:60Z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-10T10:00:00Z',
    '2026-01-00T10:00:00Z',
    '1999-12-31T23:59:59Z',
    '2101-01-01T00:00:00Z',
    '2026-03-01T10:20:30+14:01',
    '2026-03-01T10:20:30+10:60',
    '2026-03-01T10:20:30z',
    '2026-03-01T10:20:30.Z',
    '+002026-03-01T10:20:30Z',
    '2026-03-01T10:20:30Z\n',
    '٢٠٢٦-03-01T10:20:30Z',
  ])('refuses %j', (text) => {
    expect(readInstant(text)).toBeNull();
  });

  it('reads back whatever toISOString writes between 2000 and 2100', () => {
    const dates = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2100-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(readInstant(date.toISOString())).toEqual(date);
      }),
    );
  });
});

describe('readIsoDate and readIsoDateTime', () => {
  it('reads a date as its midnight', () => {
    expect(readIsoDate('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(readIsoDate('2026-02-29')).toBeNull();
    expect(readIsoDate('2026-2-9')).toBeNull();
  });

  it('says whether a zone and digits below the millisecond were written', () => {
    expect(readIsoDateTime('2026-03-01T10:20')).toMatchObject({ offsetMinutes: null, finerThanMs: false });
    expect(readIsoDateTime('2026-03-01T10:20:30.0000001Z')).toMatchObject({
      offsetMinutes: 0,
      finerThanMs: true,
    });
  });
});
