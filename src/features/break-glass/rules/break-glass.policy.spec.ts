import { describe, expect, it } from 'vitest';
import {
  confirmationRefused,
  OPEN_WITHIN_MS,
  openingRefused,
  PROOF_MS,
  provedSince,
  USE_MS,
  useState,
} from './break-glass.policy.js';

const START = new Date('2026-03-02T08:00:00Z');
const later = (ms: number): Date => new Date(START.getTime() + ms);

describe('the state of a use', () => {
  const endsAt = later(USE_MS);
  // break-glass 3.2
  it.each([
    ['as it opens', null, 0, 'open'],
    ['a moment before its end', null, USE_MS - 1, 'open'],
    ['at its end', null, USE_MS, 'expired'],
    ['closed before its end', later(1), 2, 'closed'],
    ['closed, after its end', later(1), USE_MS, 'closed'],
  ])('%s', (_, closedAt, at, state) => {
    expect(useState({ endsAt, closedAt }, later(at))).toBe(state);
  });
});

describe('a proof of a key', () => {
  // break-glass 2.4
  it.each([
    [0, true],
    [PROOF_MS, true],
    [PROOF_MS + 1, false],
  ])('%i ms later', (ms, counts) => {
    expect(START >= provedSince(later(ms))).toBe(counts);
  });
});

describe('the opening of a use', () => {
  // break-glass 3.1, 3.2
  it.each([
    ['at once', null, 0, null],
    ['at the last moment', null, OPEN_WITHIN_MS, null],
    ['a moment later', null, OPEN_WITHIN_MS + 1, 'too_late'],
    ['a second time', later(1), 2, 'opened'],
  ])('%s', (_, openedAt, at, refusal) => {
    expect(openingRefused({ signedInAt: START, openedAt }, later(at))).toBe(refusal);
  });
});

describe('the confirmation of a use', () => {
  // break-glass 4.2
  it.each([
    ['by another administrator, after its end', 'ada', 'expired', null, null],
    ['by another administrator, once closed', 'ada', 'closed', null, null],
    ['while it is open', 'ada', 'open', null, 'still_open'],
    ['by its holder', 'hal', 'closed', null, 'own_use'],
    ['a second time', 'ada', 'closed', START, 'confirmed'],
  ] as const)('%s', (_, userId, state, confirmedAt, refusal) => {
    expect(confirmationRefused({ holderId: 'hal', state, confirmedAt }, userId)).toBe(refusal);
  });
});
