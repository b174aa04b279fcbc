import { describe, expect, it } from 'vitest';
import { actRefused, MOVE_STATES, stateAfter } from './moves.policy.js';

describe('the states of a move', () => {
  // operations 9.2
  it('follow each other to its end', () => {
    expect(MOVE_STATES.map(stateAfter)).toEqual([
      'catching_up',
      'comparing',
      'switching',
      'done',
      null,
      null,
    ]);
  });
});

describe('an act on a move', () => {
  const open = (state: (typeof MOVE_STATES)[number]) => ({ state, targetStore: 'b' });
  // operations 9.3, 9.6, 9.7
  it.each([
    ['a first move', null, 'move', 'b', true],
    ['the same move again, at any step', open('comparing'), 'move', 'b', true],
    ['the same move again, when it is done', open('done'), 'move', 'b', true],
    ['a move elsewhere meanwhile', open('copying'), 'move', 'c', false],
    ['a move elsewhere while a way back is kept', open('done'), 'move', 'c', false],
    ['a move while the last is being undone', open('undone'), 'move', 'b', false],
    ['undoing without a move', null, 'undo', undefined, false],
    ['undoing at any step', open('switching'), 'undo', undefined, true],
    ['undoing what is done', open('done'), 'undo', undefined, true],
    ['undoing again, to its end', open('undone'), 'undo', undefined, true],
    ['ending without a move', null, 'end', undefined, false],
    ['ending before it is done', open('switching'), 'end', undefined, false],
    ['ending what is done', open('done'), 'end', undefined, true],
  ] as const)('%s', (_, move, act, to, isAllowed) => {
    expect(actRefused(move, act, to) === null).toBe(isAllowed);
  });
});
