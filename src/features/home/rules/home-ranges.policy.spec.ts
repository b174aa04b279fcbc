import { describe, expect, it } from 'vitest';
import { homeRanges } from './home-ranges.policy.js';

const at = (now: string, zone: string) => homeRanges(new Date(now), zone);

// home 2.1, 2.2
describe('the ranges of the home page', () => {
  it('are today and seven days, beside the same days a week earlier up to the same time', () => {
    expect(at('2026-11-20T10:15:00.000Z', 'UTC').ranges).toEqual({
      today: {
        start_date: '2026-11-20',
        end_date: '2026-11-20',
        before: { start_date: '2026-11-13T00:00:00.000Z', end_date: '2026-11-13T10:15:00.000Z' },
      },
      last_7_days: {
        start_date: '2026-11-14',
        end_date: '2026-11-20',
        before: { start_date: '2026-11-07T00:00:00.000Z', end_date: '2026-11-13T10:15:00.000Z' },
      },
    });
  });

  it.each([
    [
      'a zone ahead, where it is tomorrow',
      '2026-11-20T15:00:00Z',
      'Australia/Sydney',
      '2026-11-21',
      '2026-11-13T13:00:00.000Z',
    ],
    [
      'a zone behind, where it is yesterday',
      '2026-11-20T02:00:00Z',
      'America/New_York',
      '2026-11-19',
      '2026-11-12T05:00:00.000Z',
    ],
    [
      'a zone of half hours',
      '2026-11-20T20:00:00Z',
      'Asia/Kolkata',
      '2026-11-21',
      '2026-11-13T18:30:00.000Z',
    ],
  ])('are days of the zone: %s', (_, now, zone, today, before) => {
    const { ranges } = at(now, zone);
    expect([ranges.today.end_date, ranges.today.before.start_date]).toEqual([today, before]);
  });

  it('keep the time of day where the clocks were changed in between', () => {
    const { today } = at('2026-03-31T10:00:00Z', 'Europe/Berlin').ranges;
    expect(today.before.end_date).toBe('2026-03-24T11:00:00.000Z');
  });

  it('are not empty at midnight', () => {
    const { ranges, since } = at('2026-11-20T00:00:00.000Z', 'UTC');
    expect(ranges.today.before).toEqual({
      start_date: '2026-11-13T00:00:00.000Z',
      end_date: '2026-11-13T00:00:00.000Z',
    });
    expect(since.map(Number)).toEqual([...since].map(Number).sort((a, b) => a - b));
  });

  it('name the hours that they divide', () => {
    expect(at('2026-11-20T10:15:00Z', 'UTC').cutHours.map((it) => it.toISOString())).toEqual([
      '2026-11-13T10:00:00.000Z',
    ]);
    expect(at('2026-11-20T10:15:00Z', 'Asia/Kolkata').cutHours).toHaveLength(6);
  });
});
