import { describe, expect, it } from 'vitest';
import { countingRange, frozenUntil, isReportable, nextHour, windowsOf } from './usage-window.policy.js';

const at = (time: string): Date => new Date(`2026-11-22T${time}Z`);

// billing 14.3
describe('a window freezes an hour after its end', () => {
  it.each([
    ['10:00:00.000', '09:00:00.000'],
    ['10:59:59.999', '09:00:00.000'],
    ['11:00:00.000', '10:00:00.000'],
  ])('at %s, windows up to %s', (now, until) => {
    expect(frozenUntil(at(now))).toEqual(at(until));
  });

  it('begin with a full hour', () => {
    expect([nextHour(at('10:00:00.000')), nextHour(at('10:00:00.001'))]).toEqual([
      at('10:00:00.000'),
      at('11:00:00.000'),
    ]);
  });
});

// billing 14.3, 14.6
describe('what is counted', () => {
  it.each([
    ['nothing, before the first window is frozen', '08:00', null, '09:59', null],
    ['the first window', '08:00', null, '10:00', ['08:00', '09:00']],
    ['all windows that are frozen', '03:00', null, '10:30', ['03:00', '09:00']],
    ['the next window', '03:00', '08:00', '10:00', ['08:00', '09:00']],
    ['no hour in which the meter was off', '07:00', '03:00', '10:30', ['07:00', '09:00']],
    ['nothing, if all windows are closed', '03:00', '09:00', '10:30', null],
  ])('is %s', (_, from, closed, now, range) => {
    const until = closed === null ? null : at(`${closed}:00`);
    const counted = countingRange(at(`${from}:00`), until, at(`${now}:00`));
    expect(counted && [counted.closeFrom, counted.to]).toEqual(
      range && range.map((hour) => at(`${hour}:00`)),
    );
  });

  it('is at most a month, plus three days that are counted again', () => {
    const { recountFrom, closeFrom, to } = countingRange(
      new Date('2026-01-01T00:00:00Z'),
      new Date('2026-06-01T00:00:00Z'),
      at('10:00:00'),
    )!;
    expect([recountFrom, closeFrom, to].map((it) => it.toISOString())).toEqual([
      '2026-05-29T00:00:00.000Z',
      '2026-06-01T00:00:00.000Z',
      '2026-07-02T00:00:00.000Z',
    ]);
  });
});

// billing 14.1, 14.4
it('makes one window for each hour, and a different hash for each different source', () => {
  const hours = [{ hour: at('09:00:00'), units: 5, digest: 'a', projects: { p: 5 } }];
  const windows = windowsOf(at('08:00:00'), at('11:00:00'), hours);
  expect(windows.map(({ start, quantity }) => [start, quantity])).toEqual([
    [at('08:00:00'), 0],
    [at('09:00:00'), 5],
    [at('10:00:00'), 0],
  ]);
  expect(windows.map(({ details }) => details)).toEqual([
    { projects: {} },
    { projects: { p: 5 } },
    { projects: {} },
  ]);
  const [none, some, alsoNone] = windows.map(({ sourceHash }) => sourceHash);
  expect(none).toBe(alsoNone);
  const others = [
    { hour: at('09:00:00'), units: 5, digest: 'b', projects: { p: 5 } },
    { hour: at('09:00:00'), units: 6, digest: 'a', projects: { p: 6 } },
  ].map((hour) => windowsOf(at('09:00:00'), at('10:00:00'), [hour])[0]!.sourceHash);
  expect(new Set([none, some, ...others]).size).toBe(4);
});

// billing 14.5
describe('a window may be reported', () => {
  const HOUR = 3_600_000;
  const now = at('10:00:00');
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR);

  it.each([
    ['the first time', 2, null, true],
    ['again within 23 hours', 30, 22.99, true],
    ['not after that', 30, 23, false],
    ['the first time for 34 days', 34 * 24 - 1, null, true],
    ['not after that', 34 * 24, null, false],
  ])('%s', (_, age, attempted, isAllowed) => {
    expect(isReportable(ago(age), attempted === null ? null : ago(attempted), now)).toBe(isAllowed);
  });
});
