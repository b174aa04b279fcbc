import { describe, expect, it } from 'vitest';
import { hoursOf, lastHourStart, monthStart, timeUnits } from './time-units.policy.js';

const at = (text: string): Date => new Date(text);
const shown = ({ boundaries }: { boundaries: readonly Date[] }): string[] =>
  boundaries.map((it) => it.toISOString().slice(0, 16));

const instants = (them: readonly Date[]): string[] => shown({ boundaries: them });

describe('units of time', () => {
  it('are local days, from the given instant on', () => {
    const units = timeUnits(
      { from: at('2026-10-30T20:00:00Z'), to: at('2026-11-01T13:00:00Z') },
      'Australia/Sydney',
      [],
      null,
    );
    expect(shown(units)).toEqual(['2026-10-30T20:00', '2026-10-31T13:00']);
    expect(units.pieces).toEqual([0, 1]);
    // Midnight of 1 November in Sydney begins a month.
    expect(units.breaks).toEqual([0, 1]);
  });

  it('have the last hour apart, in one piece with its day', () => {
    const range = { from: at('2026-10-30T17:40:00Z'), to: at('2026-10-30T20:00:00Z') };
    const lastHour = lastHourStart(range.to, 'Asia/Kolkata');
    const units = timeUnits(range, 'Asia/Kolkata', [], lastHour);
    expect(shown(units)).toEqual(['2026-10-30T17:40', '2026-10-30T18:30', '2026-10-30T19:30']);
    expect(units.pieces).toEqual([0, 1, 1]);
    expect(units.breaks).toEqual([0]);
  });

  it('are divided where a staged release begins or ends', () => {
    const units = timeUnits(
      { from: at('2026-10-05T00:00:00Z'), to: at('2026-10-07T00:00:00Z') },
      'UTC',
      [at('2026-10-01T00:00:00Z'), at('2026-10-05T14:32:00Z'), at('2026-10-07T00:00:00Z')],
      null,
    );
    expect(shown(units)).toEqual(['2026-10-05T00:00', '2026-10-05T14:32', '2026-10-06T00:00']);
    expect(units.pieces).toEqual([0, 1, 2]);
    expect(units.breaks).toEqual([0, 1]);
  });
});

describe('the hours of a part of a day', () => {
  it('count from the start of the local day', () => {
    const range = { from: at('2026-10-30T17:40:00Z'), to: at('2026-10-30T18:30:00Z') };
    expect(instants(hoursOf(range, 'Asia/Kolkata'))).toEqual(['2026-10-30T17:40']);
    expect(instants(hoursOf({ ...range, to: at('2026-10-30T20:00:00Z') }, 'Asia/Kolkata'))).toEqual([
      '2026-10-30T17:40',
      '2026-10-30T18:30',
      '2026-10-30T19:30',
    ]);
  });

  it('are 25 on the day on which clocks go back', () => {
    const day = { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') };
    expect(hoursOf(day, 'Europe/Berlin')).toHaveLength(25);
  });
});

it.each([
  ['2026-10-30T20:00:00Z', 'UTC', '2026-10-30T19:00'],
  ['2026-10-30T20:00:00.001Z', 'UTC', '2026-10-30T20:00'],
  ['2026-10-30T20:00:00Z', 'Asia/Kathmandu', '2026-10-30T19:15'],
])('the last hour before %s in %s begins at %s', (instant, timezone, start) => {
  expect(instants([lastHourStart(at(instant), timezone)])).toEqual([start]);
});

it.each([
  ['2026-10-31T12:59:59Z', '2026-09-30T14:00:00.000Z'],
  ['2026-10-31T13:00:00Z', '2026-10-31T13:00:00.000Z'],
])('the month of %s in Sydney began at %s', (instant, start) => {
  expect(monthStart(at(instant), 'Australia/Sydney').toISOString()).toBe(start);
});
