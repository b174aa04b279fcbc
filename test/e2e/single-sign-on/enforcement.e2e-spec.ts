import type { Response } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSecondApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { atDepth, SEED } from '../../support/depth.js';
import { Browser } from '../../support/portal-browser.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { fateOf, GlassStage, type Admin } from '../break-glass/stage.js';
import { useDirectory } from './directory-frame.js';

const frame = useDirectory();
const { test, directory, client } = frame;
const second = useSecondApp(test);
const ENFORCEMENT = '/api/v1/security/sso/enforcement';
const SUMMARY = '/api/v1/calls/summary';
const CONNECTIONS = '/api/v1/security/sso/connections';

const freeLimits = () => test.world.sql('DELETE FROM throttle_hits');
beforeEach(() => {
  frame.provider.tokenSeconds = 80_000;
});

const comeBack = (browser: Browser, location: string, subject: string) =>
  browser.get(
    `/v1/portal/oidc/${client().connectionId}/callback?${directory.approve(location, subject).toString()}`,
  );

/** A person who is linked to the directory, in a browser that came through it. */
async function throughDirectory(person: TestUser): Promise<Browser> {
  const old = await frame.signedIn(person);
  const { connectionId, tenant, domain } = client();
  const begun = await old.send(
    'post',
    `/api/v1/portal/directory-links/${connectionId}?client_id=${tenant.clientId}`,
  );
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  await comeBack(old, (begun.body as { location: string }).location, person.subject);
  return enter(person.subject, domain);
}

/** Signs in through the directory. */
async function enter(subject: string, domain = client().domain): Promise<Browser> {
  const browser = frame.browser();
  const back = await comeBack(browser, await frame.locationFor(browser, `mei@${domain}`), subject);
  expect([back.status, back.text]).toEqual([303, '']);
  return browser;
}

interface State {
  readonly mode: string;
  readonly connection_id: string | null;
  readonly etag: string;
}
const stateOf = async (browser: Browser): Promise<State> => (await browser.get(ENFORCEMENT)).body as State;
let keys = 0;
async function save(browser: Browser, body: object, etag?: string): Promise<Response> {
  const guard = etag ?? (await stateOf(browser)).etag;
  keys += 1;
  return browser.send('put', ENFORCEMENT, body, {
    'If-Match': `"${guard}"`,
    'Idempotency-Key': `enforcement-${keys}`,
  });
}
const required = (accepted?: number) => ({
  mode: 'required',
  connection_id: client().connectionId,
  ...(accepted !== undefined && { accept_exclusions: accepted }),
});
const off = { mode: 'off' };
const prove = (proved = 'now()') =>
  test.world.sql(
    `UPDATE break_glass_holders h SET proved_at = ${proved} WHERE client_id = $1
        AND EXISTS (SELECT FROM second_factors f WHERE f.user_id = h.user_id)`,
    [client().tenant.clientId],
  );

/** Two holders who have proved their passkeys, and are not linked to the directory. */
async function waysBack(): Promise<[Admin, Admin]> {
  const pair = await new GlassStage(frame, client().tenant).holders();
  await prove();
  return pair;
}

/** A request of a connection by its name, over the etag that it has now. */
async function change(browser: Browser, method: 'post' | 'delete' | 'patch', action = '', body = {}) {
  const path = `${CONNECTIONS}/${client().connectionId}`;
  const { etag } = (await browser.get(path)).body as { etag: string };
  return browser.send(method, `${path}${action}`, body, { 'If-Match': `"${etag}"` });
}

describe('requiring single sign-on', () => {
  // single-sign-on 7.1, 7.2, 7.3
  it('is refused with what stands in the way, and lists whom it shuts out', async () => {
    const { admin, connectionId, tenant } = client();
    const old = await frame.signedIn(admin);
    expect(await stateOf(old)).toMatchObject({ mode: 'off', connection_id: null });
    expect(fateOf(await save(old, required()))).toEqual([409, 'connection_not_proven']);
    const browser = await throughDirectory(admin);
    expect(fateOf(await save(browser, required()))).toEqual([409, 'no_way_back']);
    const holders = await waysBack();
    await prove(
      `CASE WHEN user_id = '${holders[0].user.userId}' THEN now() - interval '31 days' ELSE now() END`,
    );
    expect(fateOf(await save(browser, required(2)))).toEqual([409, 'no_way_back']);
    await prove();
    await test.world.aKey(tenant, 'client_staff');
    const preview = await browser.get(`${ENFORCEMENT}/preview?connection_id=${connectionId}&page_size=1`);
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { items: [{ role: 'client_admin' }], api_keys_untouched: 1, pagination: { total_records: 2 } },
    ]);
    for (const accepted of [undefined, 1, 3])
      expect(fateOf(await save(browser, required(accepted)))).toEqual([409, 'people_excluded']);
    await test.world.sql(
      `UPDATE portal_sessions SET created_at = now() - interval '11 minutes', auth_time = now() WHERE connection_id = $1`,
      [connectionId],
    );
    await freeLimits();
    expect(fateOf(await save(browser, required(2)))).toEqual([409, 'connection_not_proven']);
    const again = await enter(admin.subject);
    await frame.set('tested_version = NULL, version = version + 1');
    expect(fateOf(await save(again, required(2)))).toEqual([409, 'connection_not_proven']);
    await frame.set('version = serving_version, tested_version = serving_version');
    const { etag } = await stateOf(again);
    expect((await again.send('put', ENFORCEMENT, required(2))).status).toBe(428);
    expect(fateOf(await save(again, { mode: 'required' }))[0]).toBe(400);
    expect(fateOf(await save(again, { mode: 'off', connection_id: connectionId }))[0]).toBe(400);
    const done = await save(again, required(2));
    expect([done.status, done.body]).toMatchObject([
      200,
      { mode: 'required', connection_id: connectionId, required_by: admin.userId },
    ]);
    expect(fateOf(await save(again, off, etag))[0]).toBe(409);
  });

  // single-sign-on 7.4, 7.6, access 4.13
  it('is in force within a second in two processes, and a break-glass session ends it', async () => {
    const { admin, tenant } = client();
    const [holder, other] = await waysBack();
    const browser = await throughDirectory(admin);
    const key = await test.world.aKey(tenant, 'client_staff');
    const elsewhere = await test.world.aTenant();
    await test.world.sql(
      `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role) VALUES ($1, $2, $3, 'client_admin')`,
      [other.user.userId, elsewhere.clientId, elsewhere.dataEnv],
    );
    const bearer = (app = test) =>
      app
        .request()
        .get('/v1/calls/summary')
        .set('Authorization', `Bearer ${frame.tokenOf(holder.user)}`);
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(200);
    expect((await holder.browser.get(SUMMARY)).status).toBe(200);
    const done = await save(browser, required(2));
    expect([done.status, done.text]).toEqual([200, expect.any(String)]);
    const since = Date.now();
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(404);
    expect((await other.browser.get(`${SUMMARY}?client_id=${tenant.clientId}`)).status).toBe(404);
    expect(Date.now() - since).toBeLessThan(1000);
    // The first session has nothing left, and the second has another client.
    const sessions = await test.world.sql<{ subject: string }>(
      'SELECT subject FROM portal_sessions WHERE subject = ANY($1)',
      [[holder.user.subject, other.user.subject]],
    );
    expect(sessions.map(({ subject }) => subject)).toEqual([other.user.subject]);
    expect((await other.browser.get(`${SUMMARY}?client_id=${elsewhere.clientId}`)).status).toBe(200);
    expect((await browser.get(SUMMARY)).status).toBe(200);
    for (const app of [test, second])
      expect((await app.request().get('/v1/calls/summary').set('X-API-Key', key)).status).toBe(200);

    const glass = await new GlassStage(frame, tenant).opened(holder);
    const ended = await save(glass.browser, off);
    expect([ended.status, ended.body]).toMatchObject([200, { mode: 'off', connection_id: null }]);
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(200);
    expect(
      await test.world.sql(
        `SELECT metadata ->> 'mode' AS mode, metadata ->> 'people_excluded' AS people FROM audit_events
          WHERE client_id = $1 AND action = 'sso_enforcement.changed' AND outcome = 'success' ORDER BY occurred_at`,
        [tenant.clientId],
      ),
    ).toEqual([
      { mode: 'required', people: '2' },
      { mode: 'off', people: '0' },
    ]);
  });

  // single-sign-on 7.5, break-glass 2.5
  it('keeps its connection, the domain that leads to it, and two ways back', async () => {
    const { admin, domain, tenant } = client();
    await waysBack();
    const browser = await throughDirectory(admin);
    expect((await save(browser, required(2))).status).toBe(200);
    expect(fateOf(await change(browser, 'delete'))).toEqual([409, 'connection_required']);
    expect(fateOf(await change(browser, 'post', '/disable'))).toEqual([409, 'connection_required']);
    expect(fateOf(await change(browser, 'patch', '', { domains: [] }))).toEqual([
      409,
      'last_domain_required',
    ]);
    const removed = await browser.send('delete', `/api/v1/security/sso/domains/${domain}`);
    expect(fateOf(removed)).toEqual([409, 'last_domain_required']);
    const strangers = await Promise.all(
      [1, 2].map(async () => (await test.world.aUser(tenant, { role: 'client_admin' })).userId),
    );
    const fewer = await new GlassStage(frame, tenant).save(browser, strangers);
    expect(fateOf(fewer)).toEqual([409, 'holders_required']);
    expect((await save(browser, off)).status).toBe(200);
    expect((await change(browser, 'patch', '', { domains: [] })).status).toBe(200);
  });

  // single-sign-on 7.1
  it('does not know a connection of another client', async () => {
    const foreign = client().connectionId;
    const stranger = await frame.signedIn(
      await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' }),
    );
    for (const id of [foreign, '0190a0a0-0000-7000-8000-000000000000']) {
      const asked = { mode: 'required', connection_id: id };
      expect(fateOf(await save(stranger, asked))[0]).toBe(404);
      expect((await stranger.get(`${ENFORCEMENT}/preview?connection_id=${id}`)).status).toBe(404);
    }
  });
});

// single-sign-on 7.2, 7.5
it(
  'no sequence of changes requires an unproven connection, or leaves a client without a way in',
  async () => {
    const random = new SeededRandom(SEED);
    const { admin, domain, tenant } = client();
    const [holder, other] = await waysBack();
    const stage = new GlassStage(frame, tenant);
    const proven = await throughDirectory(admin);
    let unproven = other.browser;
    const glass = (await stage.opened(holder)).browser;
    const strangers = [admin.userId, other.user.userId];
    let live = proven;
    const counts = { required: 0, refused: 0 };
    const acts: (() => Promise<Response>)[] = [
      async () => {
        const answer = await save(live, required(2));
        counts.required += answer.status === 200 ? 1 : 0;
        return answer;
      },
      async () => {
        const answer = await save(glass, required(2));
        expect(answer.status).toBe(409);
        return answer;
      },
      () => save(unproven, required(2)),
      () => save(live, off),
      () => save(glass, off),
      () => change(glass, 'post', '/disable'),
      () => change(glass, 'post', '/activate'),
      () => change(glass, 'patch', '', { domains: [] }),
      () => change(glass, 'patch', '', { domains: [domain] }),
      () => stage.save(live, strangers),
      async () => {
        const saved = await stage.save(live, [holder.user.userId, other.user.userId]);
        await prove();
        return saved;
      },
      () => change(glass, 'patch', '', { client_secret: `another-secret-${random.below(1000)}` }),
      async () => {
        await frame.set('tested_version = version');
        return change(glass, 'post', '/activate');
      },
    ];
    /** Makes the connection one that can be required, by a break-glass session. */
    const mend = async (): Promise<void> => {
      await change(glass, 'patch', '', { domains: [domain] });
      await frame.set('tested_version = version');
      await change(glass, 'post', '/activate');
      live = await enter(admin.subject);
      unproven = await frame.signedIn(other.user);
      await stage.save(live, [holder.user.userId, other.user.userId]);
      await prove();
    };
    for (let turn = 0; turn < atDepth({ ordinary: 40, full: 5_000 }); turn += 1) {
      await freeLimits();
      if (turn % 5 === 0) await mend();
      for (const answer of await Promise.all([random.of(acts)(), random.of(acts)()])) {
        counts.refused += answer.status === 409 ? 1 : 0;
        expect(answer.status, answer.text).toBeLessThan(500);
      }
      const [state] = await test.world.sql<{ serves: boolean; domains: number; ways: number; by: string }>(
        `SELECT c.serving IS NOT NULL AS serves,
              (SELECT count(*)::int FROM sso_domains d WHERE d.connection_id = c.connection_id AND d.status = 'verified') AS domains,
              (SELECT count(*)::int FROM break_glass_holders h WHERE h.client_id = $1 AND h.proved_at IS NOT NULL) AS ways,
              q.required_by AS by
         FROM tenant_required_connections q LEFT JOIN sso_connections c USING (connection_id) WHERE q.client_id = $1`,
        [tenant.clientId],
      );
      if (state)
        expect([turn, state]).toEqual([turn, { serves: true, domains: 1, ways: 2, by: admin.userId }]);
    }
    expect(counts.required).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  },
  atDepth({ ordinary: 20_000, full: 900_000 }),
);
