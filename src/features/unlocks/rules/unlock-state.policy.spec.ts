import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiresAt, isOver, takes, unlockState, type UnlockFacts } from './unlock-state.policy.js';
import { UNLOCK_STATES } from './words.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 9, 31, 4);
const at = (minutes: number): Date => new Date(START + minutes * MINUTE);

const asked: UnlockFacts = {
  requestedAt: at(0),
  decision: null,
  decidedAt: null,
  firstLookAt: null,
  endedAt: null,
};
const approved: UnlockFacts = { ...asked, decision: 'approved', decidedAt: at(60) };
const looked: UnlockFacts = { ...approved, firstLookAt: at(90) };
const denied: UnlockFacts = { ...asked, decision: 'denied', decidedAt: at(60) };

// unlocks 2.1
describe('the state of an unlock', () => {
  it.each<[string, UnlockFacts, minutes: number, state: string, until: number | null]>([
    ['a new request', asked, 0, 'requested', 1440],
    ['a request in its last minute', asked, 1439, 'requested', 1440],
    ['a request after 24 hours', asked, 1440, 'expired', 1440],
    ['an approval', approved, 60, 'approved', 1500],
    ['an approval that nobody used, in its last minute', approved, 1499, 'approved', 1500],
    ['an approval that nobody used, after 24 hours', approved, 1500, 'expired', 1500],
    ['the first look', looked, 90, 'active', 105],
    ['the last minute after the first look', looked, 104, 'active', 105],
    ['15 minutes after the first look', looked, 105, 'expired', 105],
    ['a refusal', denied, 60, 'denied', null],
    ['a refusal, days later', denied, 9000, 'denied', null],
    ['a request that was taken back', { ...asked, endedAt: at(5) }, 5, 'ended', null],
    ['an approval that was ended', { ...approved, endedAt: at(70) }, 9000, 'ended', null],
    ['an active one that was ended', { ...looked, endedAt: at(95) }, 95, 'ended', null],
  ])('of %s', (_, facts, minutes, state, until) => {
    expect(unlockState(facts, at(minutes))).toBe(state);
    expect(expiresAt(facts)).toEqual(until === null ? null : at(until));
  });

  it('changes exactly at its millisecond', () => {
    const end = expiresAt(looked)!.getTime();
    expect(unlockState(looked, new Date(end - 1))).toBe('active');
    expect(unlockState(looked, new Date(end))).toBe('expired');
  });

  it('never becomes open again once it is over', () => {
    const minutes = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(fc.constantFrom(asked, approved, looked, denied), minutes, minutes, (facts, one, more) => {
        if (isOver(unlockState(facts, at(one)))) {
          expect(isOver(unlockState(facts, at(one + more)))).toBe(true);
        }
      }),
    );
  });
});

// unlocks 2.2
describe('an unlock takes', () => {
  const acts = ['approve', 'deny', 'end', 'look'] as const;
  const expected = {
    requested: [true, true, true, false],
    approved: [false, false, true, true],
    active: [false, false, true, true],
    expired: [false, false, false, false],
    denied: [false, false, false, false],
    ended: [false, false, false, false],
  };
  it.each(UNLOCK_STATES)('in the state %s what the table says', (state) => {
    expect(acts.map((act) => takes(state, act))).toEqual(expected[state]);
  });
});
