import { describe, expect, it } from 'vitest';
import { isNumericPhone, readPhone } from './phone-cell.policy.js';
import { CellFault } from './row-error.js';

// campaigns 4.4
describe('to_number', () => {
  it.each([
    ['+61491570156', '+61491570156'],
    ['+6834000', '+6834000'],
    // requests 10.5
    ['+61 491 570 156', '+61491570156'],
    ['+61-491-570-156', '+61491570156'],
    ['+610491570156', '+61491570156'],
  ])('may be %s', (text, number) => {
    expect(readPhone(text)).toBe(number);
  });

  it.each([
    ['61491570156', 'phone_plus_missing'],
    ['61491570156.0', 'phone_plus_missing'],
    ['6.14916E+10', 'phone_scientific_notation'],
    ['6,14916E+10', 'phone_scientific_notation'],
    ['6e10', 'phone_scientific_notation'],
    ['0491570156', 'phone_invalid'],
    ['+1202555012', 'phone_invalid'],
    ['+0491570156', 'phone_invalid'],
    ['+68340', 'phone_invalid'],
    ['+1234567890123456', 'phone_invalid'],
    ['＋61491570156', 'phone_invalid'],
    ["'+61491570156", 'phone_invalid'],
    ['+61491570156;ext=5', 'phone_invalid'],
    ['robin@example.com', 'phone_invalid'],
  ])('may not be %s: %s', (text, code) => {
    const fault = readPhone(text);
    expect(fault).toBeInstanceOf(CellFault);
    expect(fault).toMatchObject({ code });
    expect(JSON.stringify(fault)).not.toContain(text);
  });
});

// campaigns 4.7
describe('a number by its digits alone', () => {
  it.each([
    ['1234567', true],
    ['123456789012345', true],
    ['0412345678', true],
    ['6.14916E+10', true],
    ['123456', false],
    ['1234567890123456', false],
    ['a1234567', false],
    ['1000-131234', false],
    ['20261122', false],
    ['20261322', true],
    ['2026-11-22', false],
  ])('%s: %s', (text, isNumber) => {
    expect(isNumericPhone(text)).toBe(isNumber);
  });
});
