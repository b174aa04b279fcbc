import { expect, it } from 'vitest';
import { toldOfComment } from './told.policy.js';

const PEOPLE = { requester: 'kim', assignee: 'ops', recipients: ['lee', 'kim'] };

// support 6.3, 10.3
it.each([
  ['an answer of staff', 'ops', true, ['kim'], ['lee']],
  ['a comment of the requester', 'kim', false, [], ['ops', 'lee']],
  ['a comment of a recipient', 'lee', false, [], ['kim', 'ops']],
])('%s', (_name, author, isAnswer, answered, commented) => {
  expect(toldOfComment(PEOPLE, author, isAnswer)).toEqual({ answered, commented });
});

it('an answer to a ticket of staff itself', () => {
  const people = { requester: 'ops', assignee: null, recipients: [] };
  expect(toldOfComment(people, 'ops', true)).toEqual({ answered: [], commented: [] });
});
