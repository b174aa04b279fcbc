import { randomUUID } from 'node:crypto';
import { OwnTokens } from '../../../src/core/auth/own-tokens/own-tokens.js';
import { UNPROVEN } from '../../../src/core/shared/auth-context.js';
import { USE_MS } from '../../../src/features/break-glass/rules/break-glass.policy.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from '../access/callers.js';
import type { KeyedCase } from './key-cases.js';

const PATH = '/v1/security/break-glass';

/** A token of a person who has just proved a second factor. */
export const proven = (subject: string): Record<string, string> =>
  bearer(bearerToken(subject, { claims: { auth_time: Math.floor(Date.now() / 1000), amr: ['mfa'] } }));

const saveHolders: KeyedCase = async (test) => {
  const tenant = await test.world.aTenant();
  const people = [0, 1].map(() => test.world.aUser(tenant, { role: 'client_admin' }));
  const [first, second] = await Promise.all(people);
  const headers = proven(first!.subject);
  const etag = (await test.request().get(`${PATH}/holders`).set(headers).expect(200)).get('ETag')!;
  return {
    tenant,
    method: 'put',
    path: `${PATH}/holders`,
    headers: { ...headers, 'If-Match': etag },
    body: { user_ids: [first!.userId, second!.userId] },
  };
};

/** A request about another administrator's use, or the opening of a use. */
const aboutUse =
  (
    state: 'signed in' | 'open' | 'ended',
    action: (useId: string) => string,
    bodyOf: (useId: string) => object,
  ): KeyedCase =>
  async (test) => {
    const tenant = await test.world.aTenant();
    const holder = await test.world.aUser(tenant, { role: 'client_admin' });
    const other = await test.world.aUser(tenant, { role: 'client_admin' });
    const useId = randomUUID();
    const now = Date.now();
    const opened = { 'signed in': null, open: new Date(now), ended: new Date(now - USE_MS) }[state];
    await test.world.sql(
      `INSERT INTO break_glass_uses (client_id, data_env, use_id, holder_id, signed_in_at, opened_at, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[tenant.clientId, tenant.dataEnv, useId, holder.userId, opened ?? new Date(now), opened],
        opened && new Date(opened.getTime() + USE_MS),
      ],
    );
    const { token } = await test.app.get(OwnTokens).sign({
      subject: holder.subject,
      dataEnv: tenant.dataEnv,
      onlyClientId: tenant.clientId,
      proof: { ...UNPROVEN, breakGlassId: useId },
    });
    const headers = state === 'signed in' ? bearer(token) : bearer(other.token());
    return { tenant, method: 'post', path: `${PATH}${action(useId)}`, headers, body: bodyOf(useId) };
  };

export const BREAK_GLASS_KEY_CASES: Readonly<Record<string, KeyedCase>> = {
  saveBreakGlassHolders: saveHolders,
  openBreakGlass: aboutUse(
    'signed in',
    () => '/open',
    () => ({ reason: 'The directory refuses every sign-in.' }),
  ),
  closeBreakGlass: aboutUse(
    'open',
    () => '/close',
    (useId) => ({ use_id: useId }),
  ),
  confirmBreakGlassUse: aboutUse(
    'ended',
    (useId) => `/uses/${useId}/confirm`,
    () => ({}),
  ),
};
