import { expect, it } from 'vitest';
import { refusedFields } from './ticket-faults.policy.js';

const STAFF = { side: 'staff', seesPrivacy: true } as const;
const CUSTOMER = { side: 'customer', seesPrivacy: true } as const;
const PARTNER = { side: 'customer', seesPrivacy: false } as const;

// support 2.3, 2.4
it('fields that a role may not choose are named', () => {
  const all = { category: 'privacy', assignee: null, visibility: 'internal' } as const;
  const named = (by: Parameters<typeof refusedFields>[0]) => refusedFields(by, all).map(({ loc }) => loc[1]);
  expect(named(STAFF)).toEqual([]);
  expect(named(CUSTOMER)).toEqual(['assignee', 'visibility']);
  expect(named(PARTNER)).toEqual(['category', 'assignee', 'visibility']);
  expect(refusedFields(PARTNER, { category: 'billing', visibility: 'public' })).toEqual([]);
});
