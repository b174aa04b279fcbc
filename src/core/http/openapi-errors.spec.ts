import { describe, expect, it } from 'vitest';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { errorEntry } from '../kernel/catalogue.js';
import { errorResponses } from './openapi-errors.js';

const OWN = errorEntry('printer_unavailable', 503, 'The printer does not answer.');
const IN_PLACE = errorEntry('letters_unavailable', 503, 'The letters cannot be read.');
const BODY = { requestBody: { content: {} } };

const reasonsOf503 = (operation: object, rule: Partial<ProtectedAccess> = {}): unknown =>
  errorResponses(
    { responses: {}, ...operation },
    {
      kind: 'protected',
      scopes: ['client_admin'],
      client: 'query',
      surface: 'domain',
      ...rule,
    },
  )['503'];

// errors 2.13
describe('the reasons for a 503', () => {
  it.each<[string, object, Partial<ProtectedAccess>, string[]]>([
    ['with a body', BODY, {}, ['dependency_unavailable', 'overloaded']],
    ['with one of its own', {}, { errors: [OWN] }, ['dependency_unavailable', 'printer_unavailable']],
    [
      'with a body, one of its own and one in the place of the usual',
      BODY,
      { errors: [OWN], unavailable: IN_PLACE },
      ['letters_unavailable', 'overloaded', 'printer_unavailable'],
    ],
  ])('are all named of a route %s', (_, operation, rule, codes) => {
    expect(reasonsOf503(operation, rule)).toMatchObject({ description: codes.join(', ') });
  });

  it('is one in words of a route that is only read', () => {
    expect(reasonsOf503({})).toMatchObject({
      description: 'A required dependency is not available. Retry shortly.',
    });
  });
});
