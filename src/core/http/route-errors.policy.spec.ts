import { describe, expect, it } from 'vitest';
import type { AccessRule } from '../auth/access-rule.js';
import { CATALOGUE, errorEntry } from '../shared/catalogue.js';
import { PlatformError, unavailable, unprocessable } from '../shared/platform-error.js';
import { errorOfRoute } from './route-errors.policy.js';

const OWN = errorEntry('things_unavailable', 503, 'Things cannot be reached.', 'warn');
const rule = (fields: object): AccessRule => ({
  kind: 'protected',
  scopes: [],
  surface: 'partner',
  ...fields,
});
const WRONG = { loc: ['body', 'x'], message: 'is required', type: 'missing' };

// errors 1.10, 1.14; caller-requests 9.2
describe('what a route answers in place of an error of core', () => {
  it.each<[string, PlatformError, AccessRule | undefined, string]>([
    [
      'wrong fields of a domain route',
      unprocessable(WRONG),
      rule({ surface: 'domain' }),
      'validation_failed',
    ],
    [
      'wrong fields of a route of security',
      unprocessable(WRONG),
      rule({ surface: 'security' }),
      'validation_failed',
    ],
    ['wrong fields of another route', unprocessable(WRONG), rule({}), 'validation_error'],
    [
      'a dependency with a code of the route',
      unavailable(null),
      rule({ unavailable: OWN }),
      'things_unavailable',
    ],
    ['a dependency without one', unavailable(null), rule({}), 'dependency_unavailable'],
    ['a path that leads nowhere', unavailable(null), undefined, 'dependency_unavailable'],
    [
      'anything else',
      new PlatformError(CATALOGUE.conflict),
      rule({ surface: 'domain', unavailable: OWN }),
      'conflict',
    ],
  ])('%s', (_, error, access, code) => {
    expect(errorOfRoute(error, access).entry.code).toBe(code);
  });

  it('keeps the fields, the wait and the cause', () => {
    const cause = new Error('gone');
    const told = errorOfRoute(unavailable(cause, 3), rule({ unavailable: OWN }));
    expect([told.retryAfterSeconds, told.cause, told.message]).toEqual([3, cause, OWN.message]);
    expect(errorOfRoute(unprocessable(WRONG), rule({ surface: 'domain' })).fields).toEqual([WRONG]);
  });
});
