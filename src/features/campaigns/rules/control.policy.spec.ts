import { describe, expect, it } from 'vitest';
import { allows, CONTROL_ACTIONS, transitionOf } from './control.policy.js';
import { CAMPAIGN_STATUSES } from './statuses.js';

const now = { isBlocked: false, isStartAhead: false };
const ahead = { isBlocked: false, isStartAhead: true };
const blocked = { isBlocked: true, isStartAhead: false };
const blockedAhead = { isBlocked: true, isStartAhead: true };

// The contract's table, in its order. An action that is missing there is refused.
// campaigns 9.1
const TABLE = [
  ['draft', 'run', now, 'running', 'user'],
  ['scheduled', 'run', now, 'running', 'user'],
  ['draft', 'run', ahead, 'scheduled', 'user'],
  ['scheduled', 'run', ahead, 'scheduled', 'user'],
  ['scheduled', 'start_reached', now, 'running', 'schedule_window'],
  ['scheduled', 'start_reached', blocked, 'paused', 'validation_blocked'],
  ['scheduled', 'pause', now, 'paused', 'user'],
  ['running', 'pause', now, 'paused', 'user'],
  ['paused', 'resume', now, 'running', 'user'],
  ['paused', 'resume', ahead, 'scheduled', 'user'],
  ['draft', 'cancel', now, 'cancelled', 'user'],
  ['scheduled', 'cancel', now, 'cancelled', 'user'],
  ['running', 'cancel', now, 'cancelled', 'user'],
  ['paused', 'cancel', now, 'cancelled', 'user'],
  ['running', 'contacts_through', now, 'completed', null],
  ['running', 'end_passed', now, 'completed', 'schedule_window'],
  ['running', 'breaker_tripped', now, 'paused', 'circuit_breaker'],
  ['running', 'capacity_gone', now, 'paused', 'capacity'],
  ['running', 'usage_capped', now, 'paused', 'capacity'],
  ['scheduled', 'project_archived', now, 'paused', 'validation_blocked'],
  ['running', 'project_archived', now, 'paused', 'validation_blocked'],
  ['running', 'evidence_lapsed', now, 'paused', 'validation_blocked'],
] as const;

describe('the statuses of a campaign', () => {
  it.each(TABLE)('%s: %s, %j, leads to %s (%s)', (from, action, launch, to, reason) => {
    expect(transitionOf(from, action, launch)).toEqual({ to, reason });
  });

  it.each([
    ['draft', 'run'],
    ['scheduled', 'run'],
    ['paused', 'resume'],
  ] as const)('%s: a %s that is blocked changes nothing, and is possible', (from, action) => {
    expect([transitionOf(from, action, blocked), transitionOf(from, action, blockedAhead)]).toEqual([
      null,
      null,
    ]);
    expect(allows(from, action)).toBe(true);
  });

  const known = new Set(TABLE.map(([from, action]) => `${from} ${action}`));
  const others = CAMPAIGN_STATUSES.flatMap((status) =>
    CONTROL_ACTIONS.filter((action) => !known.has(`${status} ${action}`)).map(
      (action) => [status, action] as const,
    ),
  );
  it.each(others)('%s: %s is not possible', (status, action) => {
    expect(allows(status, action)).toBe(false);
    expect([now, ahead, blocked].map((launch) => transitionOf(status, action, launch))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
