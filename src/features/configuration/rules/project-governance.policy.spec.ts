import { describe, expect, it } from 'vitest';
import { needsConfirmation } from './project-governance.policy.js';

const OLD = { governance: { a: 1, b: 2 }, 'identity-verification': { steps: [] }, booking: { c: 3 } };

// workspace 5.12
describe('a version has to be confirmed by the runtime', () => {
  it.each([
    ['when it is the first one', null, OLD, true],
    ['when governance differs', OLD, { ...OLD, governance: { a: 1 } }, true],
    ['when identity verification differs', OLD, { ...OLD, 'identity-verification': { steps: [1] } }, true],
    ['not when only another section differs', OLD, { ...OLD, booking: {} }, false],
    ['not when the same is said in another order', OLD, { ...OLD, governance: { b: 2, a: 1 } }, false],
  ])('%s', (_, published, next, expected) => {
    expect(needsConfirmation(published, next)).toBe(expected);
  });
});
