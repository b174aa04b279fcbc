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
    expect(numbersIn(text, ['AU'])).toEqual(found);
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
  expect(personalDataIn('The agent did not answer.')).toEqual([]);
});
