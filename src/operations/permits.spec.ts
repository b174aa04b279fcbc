import { describe, expect, it } from 'vitest';
import { permitsProblem, permitsText, readPermits } from './permits.js';

describe('permissions on a command line', () => {
  it.each([
    ['none', {}],
    ['client_admin:summary', { client_admin: ['summary'] }],
    [
      'client_admin:raw_caller,client_admin:summary,full-access:transcript',
      { client_admin: ['raw_caller', 'summary'], 'full-access': ['transcript'] },
    ],
  ])('%s', (text, permissions) => {
    expect(permitsProblem(text)).toBeNull();
    expect(readPermits(text)).toEqual(permissions);
    expect(permitsText(permissions as never)).toBe(text);
  });

  it.each([
    '',
    'client_admin',
    'client_admin:',
    'client_admin:recording',
    'runtime-ingest:summary',
    'client_admin:summary,',
    'client_admin:summary:transcript',
    'client_admin:summary, client_staff:summary',
    'none,client_admin:summary',
  ])('refuses %j, saying what is allowed', (text) => {
    expect(permitsProblem(text)).toContain('roles: partner_admin');
  });

  it('leave a role that is named without kinds out', () => {
    expect(permitsText({ client_admin: [], client_staff: ['summary'] })).toBe('client_staff:summary');
  });
});
