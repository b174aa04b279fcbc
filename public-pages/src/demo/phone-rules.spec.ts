import { describe, expect, it } from 'vitest';
import { readPhone } from './phone-rules.js';

describe('a phone number', () => {
  it.each([
    ['+61491570156', '+61491570156'],
    [' +61 491 570-156 ', '+61491570156'],
    ['+61 (491) 570.156', '+61491570156'],
    ['0061 491 570 156', '+61491570156'],
    ['\u202a+61491570156\u202c', '+61491570156'],
    ['+٦١٤٩١٥٧٠١٥٦', '+61491570156'],
  ])('is read from %j', (typed, number) => expect(readPhone(typed)).toBe(number));

  it.each([
    '',
    '0491570156',
    '+0491570156',
    '+61',
    '+61491570156x',
    '+6149157015600000',
    '61491570156',
    'call me',
  ])('is not read from %j', (typed) => expect(readPhone(typed)).toBeNull());
});
