import { describe, expect, it } from 'vitest';
import { monthStart, timeUnits } from './time-units.policy.js';

const at = (text: string): Date => new Date(text);
const shown = ({ boundaries }: { boundaries: readonly Date[] }): string[] =>
  boundaries.map((it) => it.toISOString().slice(0, 16));

describe('units of time', () => {
  it('are local days, from the given instant on', () => {
    const units = timeUnits(
      { from: at('2026-10-30T20:00:00Z'), to: at('2026-11-01T13:00:00Z') },
      'Australia/Sydney',
      'day',
      [],
    );
    expect(shown(units)).toEqual(['2026-10-30T20:00', '2026-10-31T13:00']);
    expect(units.pieces).toEqual([0, 1]);
    // Midnight of the first of November in Sydney begins a month.
    expect(units.breaks).toEqual([0, 1]);
  });

  it('are hours of local days that begin at half an hour of UTC', () => {
    const units = timeUnits(
      { from: at('2026-10-30T17:40:00Z'), to: at('2026-10-30T20:00:00Z') },
      'Asia/Kolkata',
      'hour',
      [],
    );
    expect(shown(units)).toEqual(['2026-10-30T17:40', '2026-10-30T18:30', '2026-10-30T19:30']);
    expect(units.pieces).toEqual([0, 1, 1]);
    expect(units.breaks).toEqual([0]);
  });

  it('follow a day of 25 hours', () => {
    const units = timeUnits(
      { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-26T00:00:00Z') },
      'Europe/Berlin',
      'hour',
      [],
    );
    expect(units.boundaries).toHaveLength(26);
    expect(units.pieces.filter((it) => it === 0)).toHaveLength(25);
  });

  it('are divided where a staged release begins or ends', () => {
    const units = timeUnits(
      { from: at('2026-10-05T00:00:00Z'), to: at('2026-10-07T00:00:00Z') },
      'UTC',
      'day',
      [at('2026-10-01T00:00:00Z'), at('2026-10-05T14:32:00Z'), at('2026-10-07T00:00:00Z')],
    );
    expect(shown(units)).toEqual(['2026-10-05T00:00', '2026-10-05T14:32', '2026-10-06T00:00']);
    expect(units.pieces).toEqual([0, 1, 2]);
    expect(units.breaks).toEqual([0, 1]);
  });
});

it.each([
  ['2026-10-31T12:59:59Z', '2026-09-30T14:00:00.000Z'],
  ['2026-10-31T13:00:00Z', '2026-10-31T13:00:00.000Z'],
])('the month of %s in Sydney began at %s', (instant, start) => {
  expect(monthStart(at(instant), 'Australia/Sydney').toISOString()).toBe(start);
});
