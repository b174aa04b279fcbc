import type { FieldError } from '../../../../core/shared/platform-error.js';
import type { ResultStatus } from './conversation-result.policy.js';

/** The effect of conversation tests on releases: their results are shown, or all must pass. */
export const CONVERSATION_GATES = ['shown', 'must_pass'] as const;
export type ConversationGate = (typeof CONVERSATION_GATES)[number];

export const GATE_STATUSES = ['passed', 'failed', 'error', 'running', 'stale', 'not_run'] as const;
export type GateStatus = (typeof GATE_STATUSES)[number];

/** A test, with the result of its last run on the configuration, if any. */
export interface GatedTest {
  readonly testId: string;
  readonly name: string;
  readonly standing: GateStatus;
}

/** The switch in a governance section; an older section has none. */
const switchOf = (governance: Readonly<Record<string, unknown>> | undefined): ConversationGate =>
  governance?.['conversation_tests'] === 'must_pass' ? 'must_pass' : 'shown';

/**
 * The gate of a release (workspace 13.17). It is closed if the published governance or the new one
 * closes it, so that opening the gate must itself pass it.
 */
export const gateOf = (
  published: Readonly<Record<string, unknown>> | undefined,
  next: Readonly<Record<string, unknown>> | undefined,
): ConversationGate =>
  switchOf(published) === 'must_pass' || switchOf(next) === 'must_pass' ? 'must_pass' : 'shown';

/** Whether the change from one governance to another removes the gate. */
export const opensGate = (
  published: Readonly<Record<string, unknown>> | undefined,
  next: Readonly<Record<string, unknown>> | undefined,
): boolean => switchOf(published) === 'must_pass' && switchOf(next) !== 'must_pass';

/**
 * The state of a test for the gate (workspace 13.16).
 * @param onThis the status of its newest run on exactly this configuration and this content of the
 *   test; null: none
 * @param wasRun whether it was ever run
 */
export function gateStatusOf(onThis: ResultStatus | null, wasRun: boolean): GateStatus {
  if (onThis === null) return wasRun ? 'stale' : 'not_run';
  return onThis === 'queued' ? 'running' : onThis;
}

const WORDS: Readonly<Record<Exclude<GateStatus, 'passed'>, readonly [code: string, words: string]>> = {
  failed: ['conversation_test_failed', 'has failed on this draft'],
  error: ['conversation_test_failed', 'could not be completed on this draft'],
  running: ['conversation_test_not_run', 'has not ended yet'],
  stale: ['conversation_test_stale', 'was run on another draft, or has changed since'],
  not_run: ['conversation_test_not_run', 'was never run'],
};

/**
 * The faults that prevent publication of a draft (workspace 13.17); empty if the gate is open or
 * all tests have passed.
 */
export function gateFaults(gate: ConversationGate, tests: readonly GatedTest[]): FieldError[] {
  if (gate !== 'must_pass') return [];
  if (tests.length === 0) {
    return [
      {
        loc: ['release', 'conversation_tests'],
        message:
          'Governance requires conversation tests to pass, and the project has none. Create one and run it.',
        type: 'conversation_tests_missing',
      },
    ];
  }
  return tests.flatMap(({ testId, name, standing }) => {
    if (standing === 'passed') return [];
    const [type, words] = WORDS[standing];
    return [
      {
        loc: ['release', 'conversation_tests', testId],
        message: `The conversation test "${name}" ${words}. Run the tests on this draft, then publish once they pass.`,
        type,
      },
    ];
  });
}
