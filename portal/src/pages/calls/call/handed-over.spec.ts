import { describe, expect, it } from 'vitest';
import { handedOver } from './handed-over';

const call = (outcome: string, isEscalated: boolean, ...attempts: readonly string[]) =>
  ({
    primary_outcome: { id: outcome },
    human_escalation: isEscalated,
    transfer:
      attempts.length > 0
        ? { last_outcome: attempts.at(-1), attempts: attempts.map((it) => ({ outcome: it })) }
        : null,
  }) as unknown as Parameters<typeof handedOver>[0];

describe('whether a call came to a person', () => {
  it.each([
    ['transferred', false, ['failed'], 'failed'],
    ['transferred', false, ['failed', 'completed'], 'completed'],
    ['transferred', true, ['declined'], 'failed'],
    ['resolved', false, ['in_progress'], 'underWay'],
    ['resolved', true, [], 'yes'],
    ['transferred', false, [], 'reported'],
    ['resolved', false, [], 'no'],
  ] as const)('%s, flag %s, attempts %j: %s', (outcome, isEscalated, attempts, told) => {
    expect(handedOver(call(outcome, isEscalated, ...attempts))).toBe(told);
  });
});
