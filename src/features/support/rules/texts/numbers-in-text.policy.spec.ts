import { describe, expect, it } from 'vitest';
import { numbersIn, personalDataIn } from './numbers-in-text.policy.js';

// support 4.5
describe('the numbers in a text', () => {
  it.each<[string, readonly string[]]>([
    ['Call +61 491 570 006, please.', ['+61491570006']],
    ['He rang from 0491 570 006 twice.', ['+61491570006']],
    ['(02) 5550 1234 or +49 30 23125 000', ['+61255501234', '+493023125000']],
    ['Dialled 0011 61 2 5550 1234.', ['+61255501234']],
    ['From Germany it is 0061 2 5550 1234.', ['+61255501234']],
    ['Ticket 4711 of 31.10.2026', []],
    ['', []],
  ])('%s', (text, found) => {
    const numbers = numbersIn(text, ['AU']);
    expect(numbers).toEqual(found.length === 0 ? [] : expect.arrayContaining([...found]));
  });

  // Lists of calls also contain dates and other numbers.
  it.each<[string, readonly string[]]>([
    ['030 23125 000\n030 23125 001', ['+493023125000', '+493023125001']],
    ['0151 23456789 / 0151 23456780', ['+4915123456789', '+4915123456780']],
    ['31.10.2026 030 23125 000', ['+493023125000']],
    ['+49 30 23125 000 2026-10-31', ['+493023125000']],
    ['+493023125000 (31.10.2026)', ['+493023125000']],
    ['No. 4711 - 030 23125 000', ['+493023125000']],
    ['030 23125 000 2 times', ['+493023125000']],
    ['030·23125·000', ['+493023125000']],
    ['030\u200b23125\u00ad000', ['+493023125000']],
  ])('%j, beside other digits', (text, found) => {
    expect(numbersIn(text, ['DE'])).toEqual(expect.arrayContaining([...found]));
  });

  it('are found in a text of digits, within bounds', () => {
    expect(numbersIn(`0491 570 006. ${'1 2 3 4 5 6 7 8 9 0 '.repeat(1000)}`, ['AU'])).toContain(
      '+61491570006',
    );
  });

  it('without a country code are those of each country of the client', () => {
    expect(numbersIn('030 23125 000', ['AU', 'DE'])).toContain('+493023125000');
  });
});

// support 4.4
it('names each kind of personal data once', () => {
  expect(personalDataIn('Call 0491 570 006.\nOr write to kim@example.com. Or kim@example.com')).toEqual(
    expect.arrayContaining(['phone', 'email']),
  );
  expect(personalDataIn('Call 0491 570 006 or kim@example.com')).toEqual(['email', 'phone']);
  expect(personalDataIn('The agent did not answer.')).toEqual([]);
});
