import { describe, expect, it } from 'vitest';
import { pathsSince, revisionsAfter } from './field-revisions.policy.js';

describe('what has changed since a revision', () => {
  const noted = revisionsAfter(revisionsAfter({}, ['/a', '/b'], 2), ['/b', '/c'], 3);

  it.each([
    [1, 3, ['/a', '/b', '/c']],
    [2, 3, ['/b', '/c']],
    [3, 3, null],
    [4, 3, null],
    [0, 3, null],
    [3, 4, null],
  ])('revision %i of %i', (sent, current, paths) => {
    expect(pathsSince(noted, sent, current)).toEqual(paths);
  });
});
