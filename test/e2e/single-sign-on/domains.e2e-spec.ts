import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp, workerSettings } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { NameServer } from '../../support/name-server.js';
import { TestClock } from '../../support/test-clock.js';
import { CheckDomainsJob } from '../../../src/features/single-sign-on/domains/check-domains.job.js';
import { bearer } from '../access/callers.js';

const PATH = '/v1/security/sso/domains';
const DAY_MS = 86_400_000;

interface Domain {
  readonly domain: string;
  readonly status: string;
  readonly record_name: string;
  readonly record_value: string;
}

const servers = await NameServer.start();

describe('domains', () => {
  const clock = new TestClock();
  const test = useTestApp({
    clock,
    settings: (settings) => ({
      ...settings,
      outbound: { ...settings.outbound, nameServers: [servers.address] },
    }),
  });
  const worker = perSuite(
    () => startTestApp({ clock, databases: test.databases, settings: () => workerSettings(test) }),
    (it) => it.close(),
  );
  let tenant: TestTenant;
  let admin: TestUser;
  let names = 0;
  let name: string;

  afterAll(() => servers.close());
  beforeEach(async () => {
    clock.set(new Date());
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    name = `company-${(names += 1)}.example`;
  });

  const add = (domain: string, by = admin) =>
    test.request().post(PATH).set(bearer(by.token())).send({ domain });
  const added = async (by = admin): Promise<Domain> => (await add(name, by).expect(200)).body as Domain;
  const verify = (by = admin) =>
    test.request().post(`${PATH}/${name}/verify`).set(bearer(by.token())).send({});
  const statusNow = async (): Promise<string | undefined> => {
    const [row] = await test.world.sql<{ status: string }>(
      'SELECT status FROM sso_domains WHERE client_id = $1 AND domain = $2',
      [tenant.clientId, name],
    );
    return row?.status;
  };
  const auditOf = async (): Promise<string[]> => {
    const rows = await test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 ORDER BY event_id`,
      [tenant.clientId],
    );
    return rows.map(({ action }) => action);
  };
  const check = async (): Promise<void> => {
    const job = worker.app.get(CheckDomainsJob);
    for (const it of await job.plan()) if (it.clientId === tenant.clientId) await job.handle(it);
  };

  // single-sign-on 3.1, 3.2, 3.3
  it('are proven by a TXT record', async () => {
    const domain = await added();
    expect(domain).toMatchObject({ status: 'pending', record_name: `_telephony-sign-in.${name}` });
    await verify().expect(409);
    servers.tellText(domain.record_name, ['v=spf1 -all', 'another=1']);
    await verify().expect(409);
    servers.tellText(domain.record_name, 'fails');
    await verify().expect(409);
    servers.tellText(domain.record_name, ['v=spf1 -all', domain.record_value]);
    const key = randomUUID();
    const verified = await verify().set('Idempotency-Key', key).expect(200);
    expect(verified.body).toMatchObject({ status: 'verified' });
    expect(await statusNow()).toBe('verified');
    const again = await verify().set('Idempotency-Key', key).expect(200);
    expect([again.get('Idempotent-Replayed'), again.body]).toEqual(['true', verified.body]);
  });

  // single-sign-on 3.1, 3.2
  it.each(['gmail.com', 'GMX.de.', 'localhost', '10.0.0.1', 'a b.example'])(
    'cannot be %j',
    async (domain) => {
      await add(domain).expect(400);
    },
  );

  it('are listed once', async () => {
    await added();
    await add(name.toUpperCase()).expect(409);
  });

  // single-sign-on 3.5
  it('have one owner: of two clients who claim one at once, the one that proves it first', async () => {
    const other = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const [mine, theirs] = [await added(), await added(other)];
    expect(mine.record_value).not.toBe(theirs.record_value);
    servers.tellText(mine.record_name, [mine.record_value, theirs.record_value]);
    const both = await Promise.all([verify(), verify(other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(JSON.stringify(both.map(({ body }) => body as object))).not.toContain(tenant.clientId);
  });

  // single-sign-on 1.5, 3.4, 7.7
  it('are looked up each day, and lost after seven days without the record, also of a required connection', async () => {
    const domain = await added();
    servers.tellText(domain.record_name, [domain.record_value]);
    await verify().expect(200);
    await test.world.sql(
      `INSERT INTO tenant_required_connections (client_id, data_env, connection_id, required_at, required_by)
       VALUES ($1, $2, gen_random_uuid(), now(), 'test')`,
      [tenant.clientId, tenant.dataEnv],
    );
    servers.tellText(domain.record_name, []);
    clock.advance(7 * DAY_MS - 1);
    await check();
    expect(await statusNow()).toBe('verified');
    servers.tellText(domain.record_name, [domain.record_value]);
    await check();
    servers.tellText(domain.record_name, 'fails');
    clock.advance(7 * DAY_MS - 1);
    await check();
    expect(await statusNow()).toBe('verified');
    clock.advance(1);
    await check();
    expect(await statusNow()).toBe('lost');
    expect(await auditOf()).toEqual(['sso_domain.added', 'sso_domain.verified', 'sso_domain.lost']);
  });

  // single-sign-on 3.4
  it('are not lost if a person verifies them while they are looked up', async () => {
    const domain = await added();
    servers.tellText(domain.record_name, [domain.record_value]);
    await verify().expect(200);
    servers.tellText(domain.record_name, []);
    clock.advance(7 * DAY_MS);
    await withClient(test.databases.superuser.metadataUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE sso_domains SET checked_at = $2, last_found_at = $2 WHERE domain = $1', [
        name,
        clock.now(),
      ]);
      const checked = check();
      await eventually(async () =>
        expect(
          await test.world.sql(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).not.toEqual([]),
      );
      await client.query('COMMIT');
      await checked;
    });
    expect(await statusNow()).toBe('verified');
    expect(await auditOf()).toEqual(['sso_domain.added', 'sso_domain.verified']);
  });

  // single-sign-on 3.6
  it('lead to one connection, and go on without it', async () => {
    await added();
    const connections = '/v1/security/sso/connections';
    const create = (domains: string[]) =>
      test
        .request()
        .post(connections)
        .set(bearer(admin.token()))
        .send({ name: 'One', kind: 'oidc', domains });
    await create(['unlisted.example']).expect(409);
    const answer = await create([name]).expect(200);
    expect(answer.body).toMatchObject({ domains: [name] });
    await create([name]).expect(409);
    const { connection_id: id, etag } = answer.body as { connection_id: string; etag: string };
    await test
      .request()
      .delete(`${connections}/${id}`)
      .set(bearer(admin.token()))
      .set('If-Match', `"${etag}"`)
      .expect(200);
    await create([name]).expect(200);
    await test.request().delete(`${PATH}/${name}`).set(bearer(admin.token())).expect(200);
    expect(await statusNow()).toBeUndefined();
  });
});
