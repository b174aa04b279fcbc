import { describe, expect, it } from 'vitest';
import {
  activated,
  changed,
  disabled,
  FIRST_VERSION,
  stateOf,
  tested,
  type ConnectionVersions,
} from './connection-versions.policy.js';

type Step = 'change' | 'test' | 'test of the one before' | 'activate' | 'disable';

const after = (steps: readonly Step[]): ConnectionVersions | null =>
  steps.reduce<ConnectionVersions | null>((it, step) => {
    if (it === null) return null;
    return {
      change: () => changed(it),
      test: () => tested(it, it.version),
      'test of the one before': () => tested(it, it.version - 1),
      activate: () => activated(it),
      disable: () => disabled(it),
    }[step]();
  }, FIRST_VERSION);

describe('the versions of a connection', () => {
  // single-sign-on 2.3, 2.4
  it.each<[steps: Step[], state: string, serving: number | null]>([
    [[], 'draft', null],
    [['test'], 'tested', null],
    [['test', 'activate'], 'active', 1],
    [['test', 'activate', 'activate'], 'active', 1],
    [['test', 'change'], 'draft', null],
    [['test', 'activate', 'change'], 'draft', 1],
    [['test', 'activate', 'change', 'change'], 'draft', 1],
    [['test', 'activate', 'change', 'test of the one before'], 'draft', 1],
    [['test', 'activate', 'change', 'test'], 'active', 2],
    [['test', 'activate', 'disable'], 'disabled', null],
    [['test', 'activate', 'disable', 'activate'], 'active', 1],
    [['test', 'activate', 'disable', 'change'], 'draft', null],
    [['test', 'activate', 'disable', 'change', 'test'], 'tested', null],
    [['test', 'activate', 'change', 'disable'], 'disabled', null],
    [['disable'], 'disabled', null],
  ])('after %j it is %s and serves version %j', (steps, state, serving) => {
    const versions = after(steps)!;
    expect(stateOf(versions)).toBe(state);
    expect(versions.servingVersion).toBe(serving);
  });

  it.each<[Step[]]>([
    [['activate']],
    [['disable', 'activate']],
    [['test', 'change', 'activate']],
    [['test', 'activate', 'change', 'disable', 'activate']],
  ])('cannot be activated without a test: %j', (steps) => {
    expect(after(steps)).toBeNull();
  });
});
