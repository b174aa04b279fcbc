import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atDepth, someOf } from '../../support/depth.js';
import { inStore } from '../../support/databases.js';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { NO_SETTINGS } from '../../../src/features/single-sign-on/rules/connection-settings.policy.js';
import { setStage, type Stage } from './attempts.js';
import { everyCaller, type Caller } from './callers.js';
import { EXPECTED_ROUTES, isAdmitted, type ExpectedRoute } from './expected-access.js';

const OF_SIGN_IN =
  /^\/v1\/(security\/(sso|break-glass|scim)|portal\/(mfa|directory-links|people\/:user_id\/mfa-reset)|calls\/:call_id\/pii-unlock)/;
/**
 * Routes about who may enter that name one thing in their path, those that delete it last; the call of
 * an unlock is tried with all routes of calls.
 */
const ROUTES = EXPECTED_ROUTES.filter(
  ({ path, public: isPublic }) =>
    !isPublic && OF_SIGN_IN.test(path) && path.replace(':call_id', '').includes(':'),
).toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
const ADMINISTRATOR = 'client_admin session';

/** Complete requests, so that only the object decides. */
const bodyOf = ({ method, path }: ExpectedRoute): object | undefined => {
  if (method === 'get') return undefined;
  if (path.endsWith('/confirm') && path.includes('/mfa/')) return { code: '000000' };
  return method === 'patch' ? { name: 'Renamed' } : {};
};

/** Own objects lead nowhere either: there is no directory and no name server. */
const leadsNowhere = (path: string): boolean => /directory-links|verify$|test$/.test(path);

type Whose = 'own' | 'foreign' | 'absent';

describe('a connection, a use, a factor, a token or an unlock', () => {
  const test = useSharedApp();
  let stage: Stage;
  let callers: Caller[];
  /** The objects that each path names. */
  let things: Record<string, Record<Whose, string>>;

  /** Creates one object of each kind for a client. */
  async function plant(tenant: TestTenant, callId: string, holder: string): Promise<Record<string, string>> {
    const { clientId, dataEnv } = tenant;
    const id = randomUUID();
    const sql = (text: string, ...values: unknown[]) =>
      test.world.sql(text, [clientId, dataEnv, id, ...values]);
    const { userId: staff } = await test.world.aUser(tenant, { role: 'client_staff' });
    const { userId: linked } = await test.world.aUser(tenant, { role: 'client_staff' });
    await sql(
      `INSERT INTO sso_connections (client_id, data_env, connection_id, name, kind, settings, version, is_disabled, etag,
              created_at, created_by, updated_at, updated_by)
       VALUES ($1, $2, $3, 'Directory', 'oidc', $4, 1, false, 'etag', now(), 'test', now(), 'test')`,
      JSON.stringify(NO_SETTINGS),
    );
    const domain = `${id}.example`;
    await sql(
      `INSERT INTO sso_domains (client_id, data_env, domain, token, status, created_at, created_by)
       VALUES ($1, $2, $3::text || '.example', 'token', 'pending', now(), 'test')`,
    );
    await sql(
      `INSERT INTO break_glass_uses (client_id, data_env, use_id, holder_id, signed_in_at, opened_at, ends_at, closed_at)
       VALUES ($1, $2, $3, $4, now(), now(), now(), now())`,
      staff,
    );
    await test.world.sql(
      `INSERT INTO second_factors (factor_id, user_id, kind, name, created_at) VALUES ($1, $2, 'totp', 'Phone', now())`,
      [id, holder],
    );
    await sql(
      `INSERT INTO directory_tokens (client_id, data_env, token_id, name, token_prefix, secret_hash, pepper_id, last_four, created_at,
              created_by, expires_at)
       VALUES ($1, $2, $3::uuid, 'Entra ID', $3::uuid::text, 'x', 'x', 'four', now(), 'test', now() + interval '1 day')`,
    );
    await sql(
      `INSERT INTO directory_users (client_id, data_env, user_id, origin, status, active, user_name_hash, attributes_sealed, created_at, updated_at)
       VALUES ($1, $2, $4, 'linked', 'awaited', true, $3::text::bytea, 'x', now(), now())`,
      linked,
    );
    await inStore(
      test,
      `INSERT INTO call_pii_unlocks (client_id, data_env, unlock_id, call_id, kinds, reason_code, requested_at, requested_by, requested_role)
       VALUES ($1, $2, $3, $4, '{transcript}', 'complaint', now(), $5, 'client_staff')`,
      [clientId, dataEnv, id, callId, staff],
    );
    return { id, domain, staff, linked };
  }

  beforeAll(async () => {
    stage = await setStage(test);
    const { own, targets } = stage;
    callers = await everyCaller(test.world, own, targets.projects.own);
    const [administrator] = await test.world.sql<{ user_id: string }>(
      `SELECT user_id::text FROM portal_user_client_assignments WHERE client_id = $1 AND role = 'client_admin'`,
      [own.clientId],
    );
    const foreign: TestTenant = { ...own, clientId: targets.clients.foreign };
    const other = await test.world.aUser(foreign, { role: 'client_admin' });
    const ours = await plant(own, targets.calls.own, administrator!.user_id);
    const theirs = await plant(foreign, targets.calls.foreign, other.userId);
    const of = (kind: string, absent: string = randomUUID()): Record<Whose, string> => ({
      own: ours[kind]!,
      foreign: theirs[kind]!,
      absent,
    });
    things = {
      domain: of('domain', 'absent.example'),
      staff: of('staff'),
      linked: of('linked'),
      id: of('id'),
    };
  });
  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const kindOf = (path: string): string =>
    path.includes(':domain')
      ? 'domain'
      : path.endsWith('mfa-reset')
        ? 'staff'
        : path.includes('/links/')
          ? 'linked'
          : 'id';

  async function answerTo(route: ExpectedRoute, caller: Caller, whose: Whose): Promise<object> {
    const named = things[kindOf(route.path)]![whose];
    const path = route.path.replace(':call_id', stage.targets.calls.own).replace(/:\w+/, named);
    const request = test
      .request()
      [route.method](path)
      .query({ client_id: stage.targets.clients.own })
      .set({ ...caller.headers, 'Idempotency-Key': randomUUID(), 'If-Match': '"etag"' });
    const body = bodyOf(route);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, text: answer.text.replaceAll(named, '(id)').replaceAll(UUID, '(id)') };
  }

  /**
   * The administrator and, in an ordinary run, one of the other roles, which can see none of the
   * objects.
   */
  const triedOn = (route: ExpectedRoute): readonly Caller[] => {
    const others = callers.filter(({ name }) => name !== ADMINISTRATOR);
    const some = atDepth({ ordinary: someOf(others, 2, ROUTES.indexOf(route)), full: others });
    return [...some, callers.find(({ name }) => name === ADMINISTRATOR)!];
  };

  // access 6.1; single-sign-on 1.1; break-glass 1.2; second-factors 1.3; directory 1.1; unlocks 1.1
  it.each(ROUTES)('of another client is for $method $path like one that does not exist', async (route) => {
    for (const caller of triedOn(route)) {
      await test.world.sql('DELETE FROM throttle_hits');
      const [absent, foreign] = [
        await answerTo(route, caller, 'absent'),
        await answerTo(route, caller, 'foreign'),
      ];
      expect([caller.name, foreign]).toEqual([caller.name, absent]);
      const own = await answerTo(route, caller, 'own');
      if (!isAdmitted(route, caller)) expect([caller.name, own]).toEqual([caller.name, absent]);
      else if (caller.name === ADMINISTRATOR && !leadsNowhere(route.path)) {
        expect(absent).toMatchObject({ status: 404 });
        expect(own).not.toMatchObject({ status: 404 });
      }
    }
  });

  it('is named by a route of each kind', () => {
    expect(ROUTES.length).toBeGreaterThan(20);
  });
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
