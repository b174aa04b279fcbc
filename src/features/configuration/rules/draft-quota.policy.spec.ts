import { describe, expect, it } from 'vitest';
import { aDraftOf } from '../../../../test/support/configuration-states.js';
import { editCountAfter, REST_MS } from './draft-quota.policy.js';

const LIMIT = 10;
const BEGAN = new Date('2026-11-01T00:00:00Z');

const after = (editCount: number, more: number, restedMs = 0): number | null => {
  const draft = { ...aDraftOf({}), editCount, updatedAt: BEGAN };
  return editCountAfter({ draft, discarded: null }, more, LIMIT, new Date(BEGAN.getTime() + restedMs));
};

// workspace 3.7
describe('the edits of a draft', () => {
  it.each([
    ['the first of a draft', 0, 1, 0, 1],
    ['up to the limit', 9, 1, 0, 10],
    ['one past it', 10, 1, 0, null],
    ['several at once, up to it', 7, 3, 0, 10],
    ['several at once, one past it', 8, 3, 0, null],
    ['at the limit, a moment short of a day', 10, 1, REST_MS - 1, null],
    ['at the limit, after a day of rest', 10, 1, REST_MS, 1],
  ])('%s', (_, editCount, more, restedMs, expected) => {
    expect(after(editCount, more, restedMs)).toBe(expected);
  });

  it('begin at nothing where there is no draft', () => {
    const nothing = { draft: null, discarded: null };
    expect(editCountAfter(nothing, LIMIT, LIMIT, BEGAN)).toBe(LIMIT);
    expect(editCountAfter(nothing, LIMIT + 1, LIMIT, BEGAN)).toBeNull();
  });

  // workspace 3.16
  it.each([
    ['up to the limit', 9, 1, 0, 10],
    ['one past it', 10, 1, 0, null],
    ['a moment short of a day after it was discarded', 10, 1, REST_MS - 1, null],
    ['a day after it was discarded', 10, 1, REST_MS, 1],
  ])('go on from a draft that was discarded: %s', (_, editCount, more, restedMs, expected) => {
    const discarded = { editCount, updatedAt: BEGAN, partVersions: {} };
    const now = new Date(BEGAN.getTime() + restedMs);
    expect(editCountAfter({ draft: null, discarded }, more, LIMIT, now)).toBe(expected);
    // A draft that was started since then has counted them already.
    const draft = { ...aDraftOf({}), editCount: 1, updatedAt: BEGAN };
    expect(editCountAfter({ draft, discarded }, 1, LIMIT, BEGAN)).toBe(2);
  });
});
