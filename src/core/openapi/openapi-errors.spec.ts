import { describe, expect, it } from 'vitest';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { errorEntry } from '../shared/catalogue.js';
import { errorResponses } from './openapi-errors.js';

const OWN = errorEntry('printer_unavailable', 503, 'The printer does not answer.');
const IN_PLACE = errorEntry('letters_unavailable', 503, 'The letters cannot be read.');

const reasonsOf503 = (isWrite: boolean, rule: Partial<ProtectedAccess> = {}): unknown =>
  errorResponses(
    { responses: {} },
    {
      kind: 'protected',
      scopes: ['client_admin'],
      client: 'query',
      surface: 'domain',
      ...rule,
    },
    isWrite,
  )['503'];

// errors 2.13
describe('the reasons for a 503', () => {
  it.each<[string, boolean, Partial<ProtectedAccess>, string[]]>([
    ['with a body', true, {}, ['dependency_unavailable', 'overloaded']],
    ['with one of its own', false, { errors: [OWN] }, ['dependency_unavailable', 'printer_unavailable']],
    [
      'with a body, one of its own and one in the place of the usual',
      true,
      { errors: [OWN], unavailable: IN_PLACE },
      ['letters_unavailable', 'overloaded', 'printer_unavailable'],
    ],
  ])('are all named of a route %s', (_, isWrite, rule, codes) => {
    expect(reasonsOf503(isWrite, rule)).toMatchObject({ description: codes.join(', ') });
  });

  it('is one in words of a route that is only read', () => {
    expect(reasonsOf503(false)).toMatchObject({
      description: 'A required dependency is not available. Retry shortly.',
    });
  });
});
