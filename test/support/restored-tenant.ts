import type { Tenant } from '../../src/core/shared/auth-context.js';
import { withReaders } from '../../src/operations/connection/owner-connection.js';
import { restoreTenant } from '../../src/operations/restores/restore-tenant.js';
import type { TestApp } from './app.js';

/**
 * Makes a tenant's rows in one store of the test what they are in another: first `from` the live
 * store, which makes a copy, and later back.
 */
export function restoreInTest(
  { databases: { superuser } }: TestApp,
  tenant: Tenant,
  { to, from }: { readonly to: string; readonly from: string },
): ReturnType<typeof restoreTenant> {
  const store = (id: string): string => superuser.storeUrls.get(id)!;
  const urls = [store(to), store(from), superuser.metadataUrl];
  return withReaders(urls, ([live, copy, metadata]) =>
    restoreTenant({ live: live!, copy: copy!, metadata: metadata! }, tenant),
  );
}
