import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../../portal/src/address/range.ts';
import { pageOf } from '../../../portal/src/address/page.ts';

const NOW = new Date('2026-11-27T14:00:00Z');
const LAST_WEEK = { start_date: '2026-11-22', end_date: '2026-11-28' };

describe('an address of the portal', () => {
  it.each([
    ['2026-02-01..2026-02-28', { start_date: '2026-02-01', end_date: '2026-02-28' }],
    ['today', { start_date: '2026-11-28', end_date: '2026-11-28' }],
    ['7', LAST_WEEK],
    [undefined, LAST_WEEK],
    ['a week', LAST_WEEK],
    ['2026-02-31..2026-02-31', LAST_WEEK],
    ['2026-13-99..2026-14-01', LAST_WEEK],
    ['1990-01-01..2026-01-01', LAST_WEEK],
    ['2026-02-28..2026-02-01', LAST_WEEK],
  ])('names the days of the range %s, and the last week where there are no such days', (text, days) => {
    expect(rangeOf(text, 'Australia/Sydney', NOW)).toEqual(days);
  });

  it.each([
    ['1', 1],
    ['12', 12],
    ['9999', 9999],
    [undefined, 1],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['two', 1],
    ['99999999999999999999', 1],
  ])('names the page %s of a list, and the first one where there is no such page', (text, page) => {
    expect(pageOf(text)).toBe(page);
  });
});
