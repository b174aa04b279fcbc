import { describe, expect, it } from 'vitest';
import { gateFaults, gateOf, opensGate, gateStatusOf } from './conversation-gate.policy.js';
import type { GateStatus } from './conversation-gate.policy.js';

const SHOWN = { conversation_tests: 'shown' };
const MUST = { conversation_tests: 'must_pass' };

// workspace 13.17
describe('the gate of conversation tests', () => {
  it.each([
    ['is open where no section was ever saved', undefined, undefined, 'shown', false],
    ['is open where older sections have no such field', {}, {}, 'shown', false],
    ['is open where it is said so', SHOWN, SHOWN, 'shown', false],
    ['is closed by the draft', {}, MUST, 'must_pass', false],
    ['is closed by what is published', MUST, MUST, 'must_pass', false],
    ['is closed for the draft that would open it', MUST, SHOWN, 'must_pass', true],
    ['is closed for the draft that leaves the field out', MUST, {}, 'must_pass', true],
    ['is closed for the first version that says so', undefined, MUST, 'must_pass', false],
  ])('%s', (_, published, next, gate, opens) => {
    expect(gateOf(published, next)).toBe(gate);
    expect(opensGate(published, next)).toBe(opens);
  });

  // workspace 13.16
  it.each([
    ['passed', true, 'passed'],
    ['failed', true, 'failed'],
    ['error', true, 'error'],
    ['running', true, 'running'],
    ['queued', true, 'running'],
    [null, true, 'stale'],
    [null, false, 'not_run'],
  ] as const)('takes a test whose newest run is %s (ever run: %s) for %s', (onThis, wasRun, expected) => {
    expect(gateStatusOf(onThis, wasRun)).toBe(expected);
  });

  const test = (standing: GateStatus) => ({ testId: `id-${standing}`, name: `Test ${standing}`, standing });

  it.each<[GateStatus, string | null]>([
    ['passed', null],
    ['failed', 'conversation_test_failed'],
    ['error', 'conversation_test_failed'],
    ['running', 'conversation_test_not_run'],
    ['stale', 'conversation_test_stale'],
    ['not_run', 'conversation_test_not_run'],
  ])('lets a test that is %s through, or names it: %s', (standing, code) => {
    const faults = gateFaults('must_pass', [test('passed'), test(standing)]);
    expect(faults.map(({ loc, type }) => [...loc, type])).toEqual(
      code === null ? [] : [['release', 'conversation_tests', `id-${standing}`, code]],
    );
    expect(gateFaults('shown', [test(standing)])).toEqual([]);
    for (const { message } of faults) expect(message).toContain(`"Test ${standing}"`);
  });

  it('requires a test if there is none', () => {
    expect(gateFaults('must_pass', []).map(({ type }) => type)).toEqual(['conversation_tests_missing']);
    expect(gateFaults('shown', [])).toEqual([]);
  });
});
