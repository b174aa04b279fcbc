import { describe, expect, it } from 'vitest';
import type { AccessRule } from '../auth/access-rule.js';
import { CATALOGUE, errorEntry } from '../shared/catalogue.js';
import { PlatformError, unavailable, unprocessable } from '../shared/platform-error.js';
import { errorOfRoute, isAnsweredAlike } from './route-errors.policy.js';

const OWN = errorEntry('things_unavailable', 503, 'Things cannot be reached.', 'warn');
const rule = (fields: object): AccessRule => ({
  kind: 'protected',
  scopes: [],
  surface: 'partner',
  ...fields,
});
const ONE_REFUSAL: AccessRule = {
  kind: 'public',
  surface: 'general',
  onlyRefusal: { message: 'Not now.', retryAfterSeconds: 3600 },
};
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

  // errors 4.5
  it('names the wrong field in its message on a domain route too', () => {
    const told = errorOfRoute(unprocessable(WRONG), rule({ surface: 'domain' }));
    expect(told.message).toBe('x: is required');
  });

  // requests 8.11
  it.each<[string, PlatformError, string]>([
    ['a wrong field', unprocessable(WRONG), 'not_found'],
    ['a body that cannot be read', new PlatformError(CATALOGUE.invalidJson), 'not_found'],
    ['a body that is too large', new PlatformError(CATALOGUE.contentTooLarge), 'not_found'],
    ['another type', new PlatformError(CATALOGUE.unsupportedMediaType), 'not_found'],
    ['a limit', new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: 9 }), 'not_found'],
    ['something absent', new PlatformError(CATALOGUE.notFound, { message: 'No such token.' }), 'not_found'],
    ['a body that stops coming', new PlatformError(CATALOGUE.bodyTooSlow), 'request_timeout'],
    ['a store that is down', unavailable(null, 1), 'dependency_unavailable'],
    ['a fault of ours', new PlatformError(CATALOGUE.internalError), 'internal_error'],
  ])('of a route with one failure: %s', (_, error, code) => {
    const access: AccessRule = { kind: 'public', surface: 'general', onlyFailure: CATALOGUE.notFound };
    const told = errorOfRoute(error, access);
    expect(told.entry.code).toBe(code);
    if (told.entry !== CATALOGUE.notFound) return;
    expect([told.message, told.fields, told.retryAfterSeconds]).toEqual(['Not found.', [], undefined]);
  });

  // requests 8.12
  it.each<[string, PlatformError]>([
    ['a full window', new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: 9, message: 'Wait.' })],
    ['a refusal without a wait', new PlatformError(CATALOGUE.rateLimited)],
  ])('of a route with one refusal: %s', (_, error) => {
    const told = errorOfRoute(error, ONE_REFUSAL);
    expect([told.entry, told.message, told.retryAfterSeconds]).toEqual([
      CATALOGUE.rateLimited,
      'Not now.',
      3600,
    ]);
    expect(isAnsweredAlike(told.entry, ONE_REFUSAL)).toBe(true);
  });

  // requests 8.12
  it.each<[PlatformError]>([[unprocessable(WRONG)], [unavailable(null, 1)]])(
    'of a route with one refusal, anything else as usual: %s',
    (error) => {
      expect(errorOfRoute(error, ONE_REFUSAL)).toBe(error);
      expect(isAnsweredAlike(error.entry, ONE_REFUSAL)).toBe(false);
    },
  );

  it('keeps the fields, the wait and the cause', () => {
    const cause = new Error('gone');
    const told = errorOfRoute(unavailable(cause, 3), rule({ unavailable: OWN }));
    expect([told.retryAfterSeconds, told.cause, told.message]).toEqual([3, cause, OWN.message]);
    expect(errorOfRoute(unprocessable(WRONG), rule({ surface: 'domain' })).fields).toEqual([WRONG]);
  });
});
