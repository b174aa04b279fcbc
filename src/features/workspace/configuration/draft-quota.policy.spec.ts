import { describe, expect, it } from 'vitest';
import { aDraftOf } from '../../../../test/support/configuration-states.js';
import { editCountAfter, REST_MS } from './draft-quota.policy.js';

const LIMIT = 10;
const BEGAN = new Date('2026-11-01T00:00:00Z');

const after = (editCount: number, more: number, restedMs = 0): number | null => {
  const draft = { ...aDraftOf({}), editCount, updatedAt: BEGAN };
  return editCountAfter(draft, more, LIMIT, new Date(BEGAN.getTime() + restedMs));
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
    expect(editCountAfter(null, LIMIT, LIMIT, BEGAN)).toBe(LIMIT);
    expect(editCountAfter(null, LIMIT + 1, LIMIT, BEGAN)).toBeNull();
  });
});
