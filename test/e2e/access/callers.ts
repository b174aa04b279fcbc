import { generateApiKey } from '../../../src/core/auth/api-keys/api-key.format.js';
import type { TestTenant, World } from '../../support/builders.js';
import { bearerToken } from '../../support/tokens.js';
import { PORTAL_ROLES, SCOPES, type Scope } from '../../../src/core/shared/roles.js';

/** A caller: the credentials to send, and the caller they should identify. */
export interface Caller {
  readonly name: string;
  readonly kind: 'bearer' | 'api_key' | 'nobody';
  readonly scope: Scope | null;
  readonly headers: Readonly<Record<string, string>>;
}

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** Every role by session, every scope by key, and three unknown callers. */
export async function everyCaller(world: World, tenant: TestTenant, projectId: string): Promise<Caller[]> {
  const callers: Caller[] = [
    { name: 'no credentials', kind: 'nobody', scope: null, headers: {} },
    { name: 'a made-up token', kind: 'nobody', scope: null, headers: bearer('a.b.c') },
    { name: 'an unknown key', kind: 'nobody', scope: null, headers: { 'X-API-Key': generateApiKey('prod') } },
  ];
  for (const role of PORTAL_ROLES) {
    const user = await world.aUser(tenant, { role });
    await world.assignProject(user, tenant, projectId);
    // They have just proved a second factor, which some actions require.
    const claims = { auth_time: Math.floor(Date.now() / 1000), amr: ['mfa'] };
    const headers = bearer(bearerToken(user.subject, { dataEnv: tenant.dataEnv, claims }));
    callers.push({ name: `${role} session`, kind: 'bearer', scope: role, headers });
  }
  for (const scope of SCOPES) {
    const key = await world.aKey(tenant, scope);
    callers.push({ name: `${scope} key`, kind: 'api_key', scope, headers: { 'X-API-Key': key } });
  }
  return callers;
}
