import { describe, expect, it } from 'vitest';
import { isLostWithWorker } from './lost-jobs.policy.js';

// operations 6.3
describe('an attempt that ended', () => {
  it.each([
    ['when its lease was over', { value: { message: 'job timed out' } }, true],
    ['when its worker stopped', { value: 'pg-boss shut down while active' }, true],
    ['by what it threw', { name: 'LoggableError', message: 'unavailable' }, false],
    ['by what it threw, in the same words', { name: 'Error', message: 'job timed out' }, false],
    ['with an answer', { value: 1 }, false],
    ['never: it is the first', null, false],
  ])('%s', (_when, output, isLost) => {
    expect(isLostWithWorker(output)).toBe(isLost);
  });
});
