import { expect, it } from 'vitest';
import { numberOfReference, referenceOf } from './reference.policy.js';

// support 1.3
it.each([
  [1, 'SUP-0001'],
  [9999, 'SUP-9999'],
  [10_000, 'SUP-10000'],
])('the ticket %i is %s', (ticketNumber, reference) => {
  expect(referenceOf(ticketNumber)).toBe(reference);
  expect(reference).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  expect(numberOfReference(` ${reference.toLowerCase()} `)).toBe(ticketNumber);
});

it.each(['SUP-1', 'SUP-00001', 'REQ-0001', 'SUP-0001x', ''])('%s is no reference', (text) => {
  expect(numberOfReference(text)).toBeNull();
});
