import { expect, it } from 'vitest';
import { actionFor } from './lapse.policy.js';

const NOW = new Date('2026-11-25T01:00:00.000Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const RUNNING = {
  callType: 'telemarketing',
  compliance: { registry_wash_max_age_days: 20 },
  washedAt: daysAgo(1),
  validUntil: daysAgo(-1),
  isOpen: true,
  hasLapsedContacts: false,
  hasLapsedConsents: false,
} as const;

// campaigns 7.5, 9.7, 9.14
it.each([
  ['continues', {}, null],
  ['continues while its wash is a moment too young', { washedAt: new Date(daysAgo(20).getTime() + 1) }, null],
  ['is paused when its wash is too old', { washedAt: daysAgo(20) }, 'evidence_lapsed'],
  ['is paused when its wash has run out', { validUntil: NOW }, 'evidence_lapsed'],
  ['of service calls needs no wash', { callType: 'service', validUntil: NOW }, null],
  ['is paused when contacts have lapsed', { hasLapsedContacts: true }, 'evidence_lapsed'],
  [
    'is paused, and not completed, when all of them have',
    { hasLapsedContacts: true, isOpen: false },
    'evidence_lapsed',
  ],
  ['continues while a consent has lapsed and others are left', { hasLapsedConsents: true }, null],
  [
    'is paused, and not completed, when the consents of all that are left have lapsed',
    { hasLapsedConsents: true, isOpen: false },
    'evidence_lapsed',
  ],
  [
    'is completed when nobody is left, whatever its wash is',
    { isOpen: false, validUntil: NOW },
    'contacts_through',
  ],
] as const)('a running campaign %s', (_, change, expected) => {
  expect(actionFor({ ...RUNNING, ...change }, NOW)).toBe(expected);
});
