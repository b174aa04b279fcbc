import { describe, expect, it } from 'vitest';
import { hoursFindings, isOpenAt, nextOpening } from './weekly-hours.policy.js';
import type { WeeklyHours } from './weekly-hours.policy.js';

type Stretch = WeeklyHours[number];
const on = (day: Stretch['day'], opens: string, closes: string): Stretch => ({ day, opens, closes });
const at = (text: string): number => Date.parse(text);

const OFFICE: WeeklyHours = [on('monday', '09:00', '12:30'), on('monday', '13:30', '17:00')];

describe('findings about weekly hours', () => {
  it.each<[string, WeeklyHours, string[]]>([
    [
      'nothing about hours that only touch',
      [on('monday', '09:00', '12:00'), on('monday', '12:00', '17:00')],
      [],
    ],
    ['nothing about a whole day', [on('sunday', '00:00', '24:00')], []],
    [
      'nothing about the same hours on other days',
      [on('monday', '09:00', '12:00'), on('tuesday', '09:00', '12:00')],
      [],
    ],
    ['no hours at all', [], ['hours_empty hours']],
    ['hours that end when they begin', [on('monday', '09:00', '09:00')], ['hours_reversed hours.0.closes']],
    ['hours over midnight', [on('friday', '22:00', '02:00')], ['hours_reversed hours.0.closes']],
    [
      'hours that overlap by a minute',
      [on('monday', '09:00', '12:01'), on('monday', '12:00', '17:00')],
      ['hours_overlap hours.1'],
    ],
    [
      'hours within others',
      [on('monday', '00:00', '24:00'), on('monday', '09:00', '10:00')],
      ['hours_overlap hours.1'],
    ],
  ])('say %s', (_name, hours, found) => {
    const findings = hoursFindings(hours, 'hours');
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(found);
    expect(findings.every(({ severity }) => severity === 'error')).toBe(true);
  });
});

describe('whether it is open', () => {
  // In Sydney, 2 March 2026 is a Monday, eleven hours ahead of UTC.
  it.each([
    ['2026-03-01T21:59:59.999Z', false],
    ['2026-03-01T22:00:00.000Z', true],
    ['2026-03-02T01:29:59.999Z', true],
    ['2026-03-02T01:30:00.000Z', false],
    ['2026-03-02T02:30:00.000Z', true],
    ['2026-03-02T05:59:59.999Z', true],
    ['2026-03-02T06:00:00.000Z', false],
    ['2026-03-02T22:00:00.000Z', false],
  ])("follows the project's clock: %s", (instant, isOpen) => {
    expect(isOpenAt(OFFICE, at(instant), 'Australia/Sydney')).toBe(isOpen);
  });

  it('is by the clock on the wall, whatever the season', () => {
    // Clocks go back on 5 April 2026: ten hours ahead from then on.
    expect(isOpenAt(OFFICE, at('2026-04-05T22:30:00Z'), 'Australia/Sydney')).toBe(false);
    expect(isOpenAt(OFFICE, at('2026-04-05T23:00:00Z'), 'Australia/Sydney')).toBe(true);
  });

  it('is always where hours are left out, and never where none are listed', () => {
    expect(isOpenAt(undefined, at('2026-03-01T03:00:00Z'), 'UTC')).toBe(true);
    expect(isOpenAt([], at('2026-03-02T10:00:00Z'), 'UTC')).toBe(false);
  });

  it('reaches to the last minute of a day with 24:00', () => {
    const allSunday = [on('sunday', '00:00', '24:00')];
    expect(isOpenAt(allSunday, at('2026-03-01T23:59:59.999Z'), 'UTC')).toBe(true);
    expect(isOpenAt(allSunday, at('2026-03-02T00:00:00Z'), 'UTC')).toBe(false);
  });
});

describe('the next opening', () => {
  it.each([
    ['later the same day', '2026-03-02T01:30:00Z', '2026-03-02T02:30:00.000Z'],
    ['the week after, when today is over', '2026-03-02T06:00:00Z', '2026-03-08T22:00:00.000Z'],
    ['over a change of clocks', '2026-03-30T06:00:00Z', '2026-04-05T23:00:00.000Z'],
  ])('is %s', (_name, instant, opening) => {
    expect(new Date(nextOpening(OFFICE, at(instant), 'Australia/Sydney')!).toISOString()).toBe(opening);
  });

  it('is none where nothing ever opens', () => {
    expect(nextOpening([], at('2026-03-02T01:30:00Z'), 'UTC')).toBeNull();
    expect(nextOpening([on('monday', '09:00', '09:00')], at('2026-03-02T01:30:00Z'), 'UTC')).toBeNull();
    expect(nextOpening(undefined, at('2026-03-02T01:30:00Z'), 'UTC')).toBeNull();
  });

  it('is when the clocks have changed, where they jump over the hour', () => {
    // Clocks in Sydney jump from 02:00 to 03:00 on Sunday, 4 October 2026.
    const night = [on('sunday', '02:30', '05:00')];
    expect(new Date(nextOpening(night, at('2026-10-03T12:00:00Z'), 'Australia/Sydney')!).toISOString()).toBe(
      '2026-10-03T16:00:00.000Z',
    );
  });
});
