import { describe, expect, it } from 'vitest';
import { permits, PROJECT_STATES, stateAfter } from './lifecycle.policy.js';
import type { LifecycleAction, ProjectState } from './lifecycle.policy.js';

const none = null;
const refused = null;

// The contract's table row by row, then the cases that it does not mention.
const TABLE: [ProjectState | null, LifecycleAction, ProjectState | null][] = [
  [none, 'create', 'setup'],
  ['setup', 'archive', 'archived'],
  ['active', 'archive', 'archived'],
  ['archived', 'restore', 'setup'],
  ['archived', 'edit', refused],

  ['setup', 'edit', 'setup'],
  ['active', 'edit', 'active'],
  ['setup', 'publish', 'active'],
  ['active', 'publish', 'active'],
  ['archived', 'publish', refused],
  ['archived', 'archive', refused],
  ['setup', 'restore', refused],
  ['active', 'restore', refused],
  [none, 'edit', refused],
  [none, 'archive', refused],
  [none, 'restore', refused],
  [none, 'publish', refused],
  ['setup', 'create', refused],
  ['active', 'create', refused],
  ['archived', 'create', refused],
];

// projects 5.1
describe('the lifecycle of a project', () => {
  it.each(TABLE)('%s by %s: %s', (state, action, next) => {
    expect(stateAfter(state, action)).toBe(next);
  });

  it('is tried here for every state and every action', () => {
    const actions = new Set(TABLE.map(([, action]) => action));
    expect(new Set(TABLE.map(([state, action]) => `${state} ${action}`)).size).toBe(
      (PROJECT_STATES.length + 1) * actions.size,
    );
  });

  it('permits what leads somewhere, be it to the same state', () => {
    expect(permits('setup', 'edit')).toBe(true);
    expect(permits('archived', 'edit')).toBe(false);
  });
});
