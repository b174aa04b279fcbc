import { describe, expect, it } from 'vitest';
import { countryOfOrdinary } from './ordinary-number.policy.js';

// demo 3.4
describe('the country of an ordinary number', () => {
  it.each([
    ['AU', '+61255501234', 'a fixed line'],
    ['AU', '+61491570156', 'a mobile for fiction'],
    ['NZ', '+6421123456', 'a mobile'],
    ['GB', '+442079460130', 'a fixed line for fiction'],
    ['GG', '+447781123456', 'a mobile of Guernsey, by its own part of the plan'],
    ['US', '+12025550143', 'a number for fiction'],
    ['CA', '+16135550143', 'a number for fiction, under the same country code'],
    ['DE', '+4930123456', 'a fixed line'],
  ])('is %s: %s, %s', (country, number) => {
    expect(countryOfOrdinary(number)).toBe(country);
  });

  it.each([
    ['+611900654321', 'premium rate'],
    ['+61190012345', 'premium rate, cut short'],
    ['+611300975707', 'shared cost'],
    ['+61131234', 'shared cost'],
    ['+61147112345', 'a satellite'],
    ['+881612345678', 'a satellite'],
    ['+447012345678', 'a personal number'],
    ['+611800975711', 'a free call'],
    ['+18005550123', 'a free call'],
    ['+61550123456', 'internet telephony'],
    ['+443001234567', 'one number for a company'],
    ['+447700900123', 'a part of the plan that is kept for fiction'],
    ['+6149157', 'too short'],
    ['+614915701560', 'too long'],
    ['+999123456', 'a country that is not there'],
  ])('is none: %s, %s', (number) => {
    expect(countryOfOrdinary(number)).toBeNull();
  });
});
