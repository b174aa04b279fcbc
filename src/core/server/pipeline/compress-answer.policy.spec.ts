import { describe, expect, it } from 'vitest';
import { isCompressible, takesGzip } from './compress-answer.policy.js';

const asked = { method: 'GET', url: '/v1/calls', headers: {} };

// requests 1.11
describe('an answer', () => {
  it.each([
    ['of a read', asked, 200, 1024, true],
    ['that is short', asked, 200, 1023, false],
    ['to a write, which may show a secret', { ...asked, method: 'POST' }, 200, 5000, false],
    ['that is a refusal', asked, 404, 5000, false],
    ['of an internal route', { ...asked, url: '/internal/v1/projects' }, 200, 5000, false],
    ['for the portal', { ...asked, headers: { 'sec-fetch-site': 'same-origin' } }, 200, 5000, true],
    [
      'that another site asked for',
      { ...asked, headers: { 'sec-fetch-site': 'cross-site' } },
      200,
      5000,
      false,
    ],
    ['that a link led to', { ...asked, headers: { 'sec-fetch-site': 'none' } }, 200, 5000, false],
  ])('%s is compressed or not', (_, request, status, bytes, expected) => {
    expect(isCompressible(request, status, bytes)).toBe(expected);
  });
});

describe('a caller', () => {
  it.each([
    ['gzip, deflate, br', true],
    ['br', false],
    ['*', true],
    ['br;q=1, gzip;q=0', false],
    ['GZIP;q=0.5', true],
    ['identity', false],
    [undefined, false],
  ])('who accepts %j takes gzip: %s', (accepted, expected) => {
    expect(takesGzip(accepted)).toBe(expected);
  });
});
