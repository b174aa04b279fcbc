import { expect, it } from 'vitest';
import { keptSince } from './retention.policy.js';

// support 8.2
it('tickets are kept for 24 months', () => {
  expect(keptSince(new Date('2026-10-31T04:12:09.000Z'))).toEqual(new Date('2024-10-31T04:12:09.000Z'));
});
