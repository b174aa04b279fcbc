import { describe, expect, it } from 'vitest';
import { healthNotes, type Answered } from './health-notes.policy.js';

const result = (status: Answered['outcome']['status'], enablement: number, isGone = false): Answered => ({
  webhook: { webhookId: 'w', enablement },
  outcome: { status, isGone },
});

// webhooks 3.4, 7.8
describe('what results say of a receiver', () => {
  it.each([
    ['one that succeeded between two given up', [['failed'], ['succeeded'], ['failed']], 1, true],
    ['those that come again', [['retrying'], ['retrying']], 0, false],
    ['given up one after the other', [['failed'], ['failed']], 2, false],
  ] as const)('counts %s', (_, of, givenUp, succeeded) => {
    const notes = healthNotes(of.map(([status]) => result(status, 1)));
    expect(notes).toEqual([{ webhookId: 'w', enablement: 1, givenUp, succeeded, failed: true, gone: false }]);
  });

  it.each([
    ['before', [result('failed', 1), result('failed', 2, true)]],
    ['behind', [result('failed', 2, true), result('failed', 1)]],
  ])('leaves out what was sent before it was switched on, that came %s', (_, results) => {
    expect(healthNotes(results)).toEqual([
      { webhookId: 'w', enablement: 2, givenUp: 1, succeeded: false, failed: true, gone: true },
    ]);
  });
});
