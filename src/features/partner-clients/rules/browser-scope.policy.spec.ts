import { describe, expect, it } from 'vitest';
import { headersNamingTenants } from './browser-scope.policy.js';

// partner-clients 1.4
describe('a header that names a tenant', () => {
  it.each(['client_id', 'client-id', 'tenant_id', 'tenant-id', 'x-client-id', 'x-tenant-id', 'x-client_id'])(
    'is refused: %s',
    (name) => {
      expect(headersNamingTenants(['accept', name])).toEqual([
        expect.objectContaining({ loc: ['header', name] }),
      ]);
    },
  );

  it('is no other one', () => {
    expect(
      headersNamingTenants(['authorization', 'x-request-id', 'x-client', 'client', 'my-tenant-id', 'etag']),
    ).toEqual([]);
  });
});
