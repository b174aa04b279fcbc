import { describe, expect, it } from 'vitest';
import { stateOf } from './webhook-status.policy.js';
import type { Health } from './webhook-status.policy.js';

const health = (fields: Partial<Health> = {}): Health => ({
  enablement: 1,
  consecutiveFailures: 7,
  degradedAt: null,
  disabledReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  ...fields,
});
const at = new Date();

// Rules: webhooks 2.5, 3.4.
describe('the state of a webhook', () => {
  it.each([
    ['of which nothing is known', true, 1, null, 'active', null, 0],
    ['whose receiver fails now and then', true, 1, health(), 'active', null, 7],
    ['whose receiver fails', true, 1, health({ degradedAt: at }), 'degraded', null, 7],
    ['that has failed too long', true, 1, health({ disabledReason: 'failing' }), 'disabled', 'failing', 7],
    ['whose receiver is gone', true, 1, health({ disabledReason: 'gone' }), 'disabled', 'gone', 7],
    ['that was switched off', false, 1, health({ degradedAt: at }), 'disabled', 'by_owner', 7],
    [
      'that was switched off after 410',
      false,
      1,
      health({ disabledReason: 'gone' }),
      'disabled',
      'by_owner',
      7,
    ],
    ['that was switched on again', true, 2, health({ disabledReason: 'gone' }), 'active', null, 0],
  ] as const)('%s', (_, isEnabled, enablement, noted, status, disabledReason, consecutiveFailures) => {
    expect(stateOf({ isEnabled, enablement }, noted)).toEqual({
      status,
      disabledReason,
      consecutiveFailures,
    });
  });
});
