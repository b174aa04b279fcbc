import { describe, expect, it } from 'vitest';
import { addressOf } from './fingerprint.js';

// requests 5.4
describe('the address that a key is good for', () => {
  it.each([
    ['/v1/projects', {}, '/v1/projects'],
    ['/v1/projects?client_id=acme', {}, '/v1/projects'],
    ['/v1/projects?view=a&client_id=acme', {}, '/v1/projects?view=a'],
    ['/v1/Projects?dry_run=false', {}, '/v1/Projects?dry_run=false'],
    ['/v1/c/7F/import?dry_run=false&client_id=acme', { dryRun: 'dry_run' }, '/v1/c/7F/import'],
    ['/v1/c/7F/import?dry_run=false', { dryRun: 'dry_run' }, '/v1/c/7F/import'],
    ['/v1/c?a=1?b=%zz', {}, '/v1/c?a=1%3Fb%3D%25zz'],
  ])('of %s under %j is %s', (url, rule, address) => {
    expect(addressOf(url, rule)).toBe(address);
  });
});
