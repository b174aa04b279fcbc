import { describe, expect, it } from 'vitest';
import { isTestNumber } from './test-call.policy.js';

// workspace 9.5
describe('a number of a test call', () => {
  it.each([
    ['may be any where the section was never saved', undefined, true],
    ['may be any where the section has no list', {}, true],
    ['may be any where the list is empty', { test_numbers: [] }, true],
    ['may be one of the list', { test_numbers: ['+61255501230', '+61255501234'] }, true],
    ['may not be another one', { test_numbers: ['+61255501230'] }, false],
    ['may not be a part of one', { test_numbers: ['+612555012345'] }, false],
  ])('%s', (_, overrides, expected) => {
    expect(isTestNumber(overrides, '+61255501234')).toBe(expected);
  });
});
