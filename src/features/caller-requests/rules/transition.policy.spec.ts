import { describe, expect, it } from 'vitest';
import { closedAtAfter, isClosed, transitionProblem } from './transition.policy.js';
import { STATUSES } from './vocabulary.js';
import type { CallerRequestStatus } from './vocabulary.js';

// caller-requests 5.3: yes, only with a result (result), or 409 (no). Rows are current statuses.
const MATRIX: Readonly<Record<CallerRequestStatus, readonly string[]>> = {
  //                needs_review ready in_progress completed cancelled unable_to_verify
  needs_review: ['result', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ready: ['yes', 'result', 'yes', 'yes', 'yes', 'yes'],
  in_progress: ['yes', 'yes', 'result', 'yes', 'yes', 'yes'],
  completed: ['yes', 'no', 'yes', 'no', 'no', 'no'],
  cancelled: ['yes', 'no', 'yes', 'no', 'no', 'no'],
  unable_to_verify: ['yes', 'no', 'yes', 'no', 'no', 'no'],
};

describe('the matrix of changes of status (caller-requests 5.3)', () => {
  const cells = STATUSES.flatMap((from) =>
    STATUSES.map((to, column) => ({ from, to, verdict: MATRIX[from][column]! })),
  );
  it.each(cells)('$from to $to: $verdict', ({ from, to, verdict }) => {
    const permits = (hasResult: boolean): boolean => transitionProblem(from, to, hasResult) === null;
    expect([permits(false), permits(true)]).toEqual([verdict === 'yes', verdict !== 'no']);
  });

  it('says where a closed request may go', () => {
    expect(transitionProblem('completed', 'ready', true)).toBe(
      'A request that is completed can only be reopened. Send the status needs_review or in_progress.',
    );
  });
});

describe('the closing of a request (caller-requests 5.4)', () => {
  const now = new Date('2026-11-22T08:00:00Z');
  const sent = new Date('2026-11-20T08:00:00Z');

  it.each(STATUSES)('%s: closes with what was sent, else now; opens with neither', (status) => {
    const closes = ['completed', 'cancelled', 'unable_to_verify'].includes(status);
    expect(isClosed(status)).toBe(closes);
    expect(closedAtAfter(status, null, now)).toEqual(closes ? now : null);
    expect(closedAtAfter(status, sent, now)).toEqual(closes ? sent : null);
  });
});
