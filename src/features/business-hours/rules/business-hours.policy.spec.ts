import { describe, expect, it } from 'vitest';
import { afterOpenTime, faultsOfHours, hoursEtag, openState } from './business-hours.policy.js';
import type { BusinessHours, Interval } from './business-hours.policy.js';

const SYDNEY = 'Australia/Sydney';
const KNOWN = ['AU-NSW', 'AU-VIC'];
const between = (text: string): Interval => ({ opens: text.slice(0, 5), closes: text.slice(6) });
const day = (name: string, ...intervals: string[]): BusinessHours['weekly'][number] => ({
  day: name as BusinessHours['weekly'][number]['day'],
  intervals: intervals.map(between),
});
const on = (date: string, ...intervals: string[]): BusinessHours['exceptions'][number] => ({
  date,
  intervals: intervals.map(between),
});
const hours = (parts: Partial<BusinessHours>): BusinessHours => ({
  timezone: SYDNEY,
  weekly: [],
  exceptions: [],
  holidays_of: null,
  ...parts,
});
const WEEKDAYS_9_TO_17 = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((it) =>
  day(it, '09:00-17:00'),
);
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

// business-hours 1.3, 1.4, 1.5 and 1.6
describe('business hours are refused', () => {
  it.each<[string, Partial<BusinessHours>, string[]]>([
    ['none at all: nothing', {}, []],
    ['two that touch: nothing', { weekly: [day('monday', '09:00-12:00', '12:00-17:00')] }, []],
    ['two that overlap', { weekly: [day('monday', '09:00-12:00', '11:59-17:00')] }, ['weekly.0.intervals.1']],
    [
      'one within another',
      { weekly: [day('monday', '09:00-17:00', '10:00-11:00')] },
      ['weekly.0.intervals.1'],
    ],
    [
      'past midnight up to the next day: nothing',
      { weekly: [day('monday', '22:00-06:00'), day('tuesday', '06:00-09:00')] },
      [],
    ],
    [
      'past midnight into the next day',
      { weekly: [day('monday', '22:00-06:00'), day('tuesday', '05:00-09:00')] },
      ['weekly.1.intervals.0'],
    ],
    [
      'from Sunday into Monday, which precedes it',
      { weekly: [day('monday', '01:00-09:00'), day('sunday', '22:00-02:00')] },
      ['weekly.1.intervals.0'],
    ],
    [
      'past midnight over another of its own day',
      { weekly: [day('friday', '20:00-02:00', '23:00-24:00')] },
      ['weekly.0.intervals.1'],
    ],
    ['a whole day: nothing', { weekly: EVERY_DAY.map((name) => day(name, '00:00-24:00')) }, []],
    ['23 hours past midnight: nothing', { weekly: [day('friday', '12:00-11:00')] }, []],
    ['no time between', { weekly: [day('monday', '09:00-09:00')] }, ['weekly.0.intervals.0.closes']],
    [
      'a day twice',
      { weekly: [day('monday', '09:00-10:00'), day('monday', '11:00-12:00')] },
      ['weekly.1.day'],
    ],
    [
      'a date twice',
      { exceptions: [on('2026-12-24'), on('2026-12-24', '09:00-12:00')] },
      ['exceptions.1.date'],
    ],
    [
      'two of an exception that overlap',
      { exceptions: [on('2026-12-24', '09:00-12:00', '10:00-11:00')] },
      ['exceptions.0.intervals.1'],
    ],
    [
      'an exception over the night before it: nothing',
      { weekly: [day('thursday', '22:00-06:00')], exceptions: [on('2026-12-25', '05:00-12:00')] },
      [],
    ],
    ['holidays of a place that is known: nothing', { holidays_of: 'AU-NSW' }, []],
    ['holidays of a place that is not known', { holidays_of: 'NSW' }, ['holidays_of']],
  ])('%s', (_name, parts, fields) => {
    expect(faultsOfHours(hours(parts), KNOWN).map(({ loc }) => loc.slice(1).join('.'))).toEqual(fields);
  });
});

const never = (): boolean => false;
const at = (text: string): number => Date.parse(text);
const shown = (parts: Partial<BusinessHours>, now: string, isHoliday: (day: number) => boolean = never) => {
  const { isOpen, changesAt } = openState(hours(parts), at(now), isHoliday);
  return [isOpen, changesAt === null ? null : new Date(changesAt).toISOString().slice(0, 16)];
};
const WEEKDAYS = { weekly: EVERY_DAY.slice(0, 5).map((name) => day(name, '09:00-17:00')) };
const NIGHTS = { weekly: EVERY_DAY.slice(0, 5).map((name) => day(name, '22:00-06:00')) };
const dayOf = (date: string): number => at(`${date}T00:00:00Z`) / 86_400_000;

// business-hours 2.1, 2.2, 2.3 and 2.4. Sydney is UTC+11 in November and UTC+10 in July; the clocks
// change on 4 October and 5 April.
describe('business hours are open', () => {
  it.each<[string, Partial<BusinessHours>, string, boolean, string | null]>([
    ['never, where none are listed', {}, '2026-11-20T03:00:00+11:00', false, null],
    ['not in the minute before', WEEKDAYS, '2026-11-20T08:59:59+11:00', false, '2026-11-19T22:00'],
    ['in the minute they open', WEEKDAYS, '2026-11-20T09:00:00+11:00', true, '2026-11-20T06:00'],
    ['until the minute they close', WEEKDAYS, '2026-11-20T16:59:59+11:00', true, '2026-11-20T06:00'],
    [
      'not in the minute they close, on Friday until Monday',
      WEEKDAYS,
      '2026-11-20T17:00:00+11:00',
      false,
      '2026-11-22T22:00',
    ],
    ['past midnight', NIGHTS, '2026-11-20T01:00:00+11:00', true, '2026-11-19T19:00'],
    ['past midnight of Friday, on Saturday', NIGHTS, '2026-11-21T05:59:00+11:00', true, '2026-11-20T19:00'],
    ['not on the next evening', NIGHTS, '2026-11-21T22:30:00+11:00', false, '2026-11-23T11:00'],
    [
      'without a gap where two touch',
      { weekly: [day('monday', '20:00-24:00'), day('tuesday', '00:00-04:00')] },
      '2026-11-23T21:00:00+11:00',
      true,
      '2026-11-23T17:00',
    ],
    [
      'always, around the clock',
      { weekly: EVERY_DAY.map((name) => day(name, '00:00-24:00')) },
      '2026-11-20T03:00:00+11:00',
      true,
      null,
    ],
    [
      'not on an exception without intervals',
      { ...WEEKDAYS, exceptions: [on('2026-11-20')] },
      '2026-11-20T10:00:00+11:00',
      false,
      '2026-11-22T22:00',
    ],
    [
      'by the intervals of an exception alone',
      { ...WEEKDAYS, exceptions: [on('2026-11-21', '10:00-11:00')] },
      '2026-11-21T10:30:00+11:00',
      true,
      '2026-11-21T00:00',
    ],
    [
      'on through the night before an exception',
      { ...NIGHTS, exceptions: [on('2026-11-20')] },
      '2026-11-20T05:00:00+11:00',
      true,
      '2026-11-19T19:00',
    ],
    [
      '23 hours on the day the clock is put forward',
      { weekly: [day('sunday', '00:00-24:00')] },
      '2026-10-04T00:00:00+10:00',
      true,
      '2026-10-04T13:00',
    ],
    [
      '25 hours on the day it is put back',
      { weekly: [day('sunday', '00:00-24:00')] },
      '2026-04-05T00:00:00+11:00',
      true,
      '2026-04-05T14:00',
    ],
    [
      'from the change on where the clock jumps over the opening',
      { weekly: [day('sunday', '02:30-04:00')] },
      '2026-10-04T01:59:00+10:00',
      false,
      '2026-10-03T16:00',
    ],
    [
      'not at all where it jumps over both',
      { weekly: [day('sunday', '02:10-02:50')] },
      '2026-10-03T16:00:00Z',
      false,
      '2026-10-10T15:10',
    ],
    [
      'once where the clock shows the times twice',
      { weekly: [day('sunday', '02:00-02:30')] },
      '2026-04-04T15:10:00Z',
      true,
      '2026-04-04T15:30',
    ],
    [
      'and not the second time',
      { weekly: [day('sunday', '02:00-02:30')] },
      '2026-04-04T16:10:00Z',
      false,
      '2026-04-11T16:00',
    ],
  ])('%s', (_name, parts, now, isOpen, changesAt) => {
    expect(shown(parts, now)).toEqual([isOpen, changesAt]);
  });

  it('not on a holiday, but where an exception says so', () => {
    const isHoliday = (it: number): boolean => it === dayOf('2026-12-25');
    expect(shown(WEEKDAYS, '2026-12-25T10:00:00+11:00', isHoliday)).toEqual([false, '2026-12-27T22:00']);
    const exceptions = [on('2026-12-25', '10:00-12:00')];
    expect(shown({ ...WEEKDAYS, exceptions }, '2026-12-25T10:00:00+11:00', isHoliday)).toEqual([
      true,
      '2026-12-25T01:00',
    ]);
  });

  it('until a change within 31 days, and not for a later one', () => {
    const exceptions = [on('2026-12-21', '09:00-10:00')];
    expect(shown({ exceptions }, '2026-11-21T10:00:00+11:00')).toEqual([false, '2026-12-20T22:00']);
    expect(shown({ exceptions }, '2026-11-20T08:00:00+11:00')).toEqual([false, null]);
  });
});

// business-hours 3.2
it('gives each content and each number an etag of its own', () => {
  const etags = [
    hoursEtag(1, hours(WEEKDAYS)),
    hoursEtag(2, hours(WEEKDAYS)),
    hoursEtag(1, hours(NIGHTS)),
    hoursEtag(1, hours({ ...WEEKDAYS, holidays_of: 'AU-NSW' })),
  ];
  expect(new Set(etags).size).toBe(4);
});

// business-hours 2.5
describe('open hours are counted', () => {
  const HOUR = 3_600_000;
  const after = (parts: Partial<BusinessHours>, from: string, open: number): string =>
    new Date(afterOpenTime(hours(parts), Date.parse(from), open * HOUR, () => false))
      .toISOString()
      .slice(0, 16);

  it.each<[string, string, number, string]>([
    ['within a day', '2026-11-20T10:00:00+11:00', 4, '2026-11-20T03:00'],
    ['over a weekend', '2026-11-20T15:00:00+11:00', 4, '2026-11-23T00:00'],
    ['from a closed hour', '2026-11-21T03:00:00+11:00', 8, '2026-11-23T06:00'],
    ['over several days', '2026-11-23T09:00:00+11:00', 24, '2026-11-25T06:00'],
  ])('%s', (_name, from, open, until) => {
    expect(after({ weekly: WEEKDAYS_9_TO_17 }, from, open)).toBe(until);
  });

  it('until the end of a year, if they never open', () => {
    expect(after({}, '2026-11-20T10:00:00+11:00', 1)).toBe('2027-11-20T23:00');
  });

  it('around the clock', () => {
    const weekly = EVERY_DAY.map((it) => day(it, '00:00-24:00'));
    expect(after({ weekly }, '2026-11-20T10:00:00+11:00', 24 * 40)).toBe('2026-12-29T23:00');
  });
});
