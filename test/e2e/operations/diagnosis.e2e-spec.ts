import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/dev/ports.ts';
import { useTestApp } from '../../support/app.js';
import { aCall, type TestTenant } from '../../support/builders.js';
import { inStore, withClient } from '../../support/databases.js';
import { useOperator, type Operated } from '../../support/operator.js';
import { scratchFolder } from '../../support/scratch.js';
import { aWebhookFixture, type Webhook } from '../webhooks/webhook-fixture.js';
import { sumUpHours } from '../../support/post-calls.js';

const port = await freePort('127.0.0.1');

describe('what an operator sees', () => {
  const test = useTestApp({ settings: (base) => ({ ...base, admin: { ...base.admin, port } }) });
  const operate = useOperator(() => test);
  let tenant: TestTenant;
  let projectId: string;

  const superusers = (): readonly string[] => [
    test.databases.superuser.metadataUrl,
    ...test.databases.superuser.storeUrls.values(),
  ];
  const onMetadata = (text: string): Promise<unknown> =>
    withClient(test.databases.superuser.metadataUrl, (db) => db.query(text));

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
    // Like deploy/init-metadata.sql and init-store.sql; copies of a database lose these settings.
    for (const url of superusers()) {
      const { pathname } = new URL(url);
      const database = `DATABASE "${pathname.slice(1)}"`;
      const groups = 'telephony_requests, telephony_jobs, telephony_operations, telephony_app';
      await withClient(url, (db) =>
        db.query(`GRANT CONNECT ON ${database} TO ${groups}; REVOKE CONNECT ON ${database} FROM PUBLIC`),
      );
    }
  });

  const ingest = async (requestId: string): Promise<void> => {
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const at = { started_at_utc: new Date().toISOString(), ended_at_utc: null, duration_seconds: null };
    await test
      .request()
      .post('/internal/v1/calls')
      .set({ 'X-API-Key': key, 'X-Request-ID': requestId })
      .send([aCall(projectId, { ...at, call_status: 'in_progress' }), aCall(projectId)])
      .expect(200);
  };

  describe('tenants', () => {
    // operations 8.1
    it('says where each client is kept, how large and how busy it is, the longest waiting work first', async () => {
      const [idle, elsewhere] = [
        await test.world.aTenant(),
        await test.world.aTenant({ storeId: 'store-b' }),
      ];
      await ingest('tenants-1');
      await sumUpHours(test, tenant);
      await inStore(
        test,
        `INSERT INTO work_items (client_id, data_env, kind, payload, ready_at) VALUES ($1, $2, 'test.late', '{}', now() - interval '1 hour')`,
        [tenant.clientId, tenant.dataEnv],
      );
      const { isDone, result } = await operate('tenants', '--metrics', `http://127.0.0.1:${port}/metrics`);
      expect(isDone).toBe(true);
      const lineOf = ({ clientId }: TestTenant): string =>
        result.find((line) => line.startsWith(`${clientId} `)) ?? '';
      expect(result[0]).toBe(lineOf(tenant));
      expect(lineOf(tenant)).toMatch(
        /  prod +active +store store-a  calls 2 \(1 in 24 h\)  size \d+ KiB  work \d+ \(oldest 60 min\)  requests 1 \(0 failed, \d+\.\d s\)  of /,
      );
      expect(lineOf(idle)).toContain('  store store-a  calls 0 (0 in 24 h)  size 0 B  work 0  requests 0 ');
      expect(lineOf(elsewhere)).toContain('  store store-b  calls 0 ');
      const byCalls = await operate('tenants', '--by', 'calls');
      expect(byCalls.result[0]).toBe(byCalls.result.find((line) => line.startsWith(`${tenant.clientId} `)));
    });
  });

  describe('why', () => {
    // operations 8.2
    it('shows what is known of a request, in its log, the audit trail, the keys and the stores', async () => {
      const requestId = randomUUID();
      await ingest(requestId);
      const desk = await aWebhookFixture(test);
      const made = await desk
        .create({ revision_hash: await desk.revision() })
        .set('X-Request-ID', requestId)
        .expect(200);
      const dispatchId = randomUUID();
      await test.world.sql(
        `INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
         VALUES ($1, $2, now(), 'single_call.requested', 'success', 'bearer', 'someone', 'client_admin', $3, $4)`,
        [tenant.clientId, tenant.dataEnv, requestId, { dispatch_id: dispatchId, project_id: projectId }],
      );
      await inStore(
        test,
        `INSERT INTO outbound_evidence (client_id, data_env, dispatch_id, project_id, policy_source, policy_version, call_type, jurisdiction, blocks, recorded_at)
         VALUES ($1, $2, $3, $4, 'platform', '1', 'service', 'AU', '[]', now())`,
        [tenant.clientId, tenant.dataEnv, dispatchId, projectId],
      );
      const log = join(await scratchFolder(), 'main.log');
      writeFileSync(log, `${test.logs()}not JSON with ${requestId}\n`);

      const { isDone, result } = await operate('why', '--request', requestId, '--log', log);
      expect(isDone).toBe(true);
      const found = (start: string): string[] => result.filter((line) => line.startsWith(start));
      expect(found('log ')).toEqual([
        expect.stringMatching(
          /route=\/internal\/v1\/calls status=200 ms=.* store=store-a .*db_ms=/,
        ) as string,
        expect.stringMatching(/route=\/v1\/partner\/webhooks status=200 /) as string,
      ]);
      expect(found('audit ').join('\n')).toContain('action=webhook.created');
      expect(found('idempotency record ')).toEqual([
        expect.stringMatching(/operation=\S+ .*completed_at=\S+Z response_status=200 /) as string,
      ]);
      expect(found('work that waits in store-a ').join('\n')).toMatch(/kind=\S+ item_id=\d+ /);
      expect(found('evidence that a dial was permitted in store-a ')).toEqual([
        expect.stringContaining(`dispatch_id=${dispatchId} policy_source=platform`) as string,
      ]);
      expect(result.join('\n')).not.toContain((made.body as Webhook).secret);
    });

    it('says so where nothing is known, and refuses what is no request id', async () => {
      expect(await operate('why', '--request', randomUUID())).toMatchObject({
        isDone: false,
        said: expect.stringContaining('Nothing was found for') as string,
      });
      await expect(operate('why', '--request', 'two words')).rejects.toThrow('must be the X-Request-ID');
    });
  });

  describe('doctor', () => {
    // Tests share the disk and the server: connections may run out, and slots and transactions may
    // belong to others.
    const wrong = ({ result }: Operated): string[] =>
      result
        .filter((line) => line.startsWith('wrong '))
        .filter(
          (line) =>
            !/connections are in use|replication slot|transaction has been open|The disk of/.test(line),
        );

    // operations 8.3
    it('finds nothing in a deployment that is in order', async () => {
      await withClient(test.databases.superuser.storeUrls.get('store-a')!, (db) =>
        db.query(`DELETE FROM work_items WHERE kind = 'test.late'`),
      );
      const seen = await operate('doctor');
      expect(wrong(seen)).toEqual([]);
      const lines = seen.result.join('\n');
      expect(lines).toMatch(
        /metadata store  PostgreSQL 18\.\d+, \d+ MiB, clock [+-]0\.\d\d s, \d+ of \d+ connections/,
      );
      for (const part of [
        'this machine',
        'store store-a',
        'store store-b',
        'stored files',
        'public address',
        'logins',
        'keys',
        'directory',
        'scanner',
      ])
        expect(lines).toMatch(new RegExp(`^(ok   |look )  ${part}  `, 'm'));
    });

    // operations 8.3, 9.3: the servers of these tests do not replicate.
    it('says that stores cannot take part in moves, which are refused and leave no record', async () => {
      const { result } = await operate('doctor');
      expect(result).toContain('ok     moves  0 open; moves need wal_level logical in store-a, store-b');
      const refused = await operate('move-tenant', '--client', tenant.clientId, '--store', 'store-b');
      expect(refused).toMatchObject({ isDone: false });
      expect(refused.said).toMatch(/^Nothing was changed: wal_level of \S+ is minimal\. Set it to logical/);
      expect((await operate('moves')).result).toEqual([]);
    });

    // operations 8.3
    it('finds what is planted, says what to do, and is satisfied when it is undone', async () => {
      const role = `unsafe_${randomUUID().slice(0, 8)}`;
      const storeA = test.databases.superuser.storeUrls.get('store-a')!;
      await onMetadata(`ALTER TABLE clients DISABLE ROW LEVEL SECURITY`);
      await onMetadata(`INSERT INTO migrations (timestamp, name) VALUES (1, 'OfTomorrow1')`);
      await onMetadata(`CREATE ROLE ${role} LOGIN BYPASSRLS IN ROLE telephony_requests`);
      const lost = await test.world.aTenant({ storeId: 'store-z' });
      await withClient(storeA, async (db) => {
        await db.query(`DELETE FROM migrations WHERE name LIKE 'CausesOfWork%'`);
        await db.query(
          `INSERT INTO work_dead_letters (client_id, data_env, kind, item_id, payload, appended_at, attempts, reason)
           VALUES ($1, $2, 'test.dead', 1, '{}', now(), 6, 'none')`,
          [tenant.clientId, tenant.dataEnv],
        );
        await db.query(
          `INSERT INTO work_items (client_id, data_env, kind, payload, ready_at) VALUES ($1, $2, 'test.late', '{}', now() - interval '1 hour')`,
          [tenant.clientId, tenant.dataEnv],
        );
      });
      try {
        const seen = await operate('doctor');
        expect(seen.isDone).toBe(false);
        expect(wrong(seen).map((line) => line.slice('wrong  '.length))).toEqual([
          'metadata store  Migrations of another version were run: OfTomorrow1. Deploy the version that added them, or run the doctor of that version.',
          `metadata store  The role ${role} has BYPASSRLS, so row-level security does not bind it. Revoke that right, or use another login: docs/operations.md, "Logins".`,
          expect.stringMatching(
            /^metadata store {2}Tables have no row-level security: clients\. ALTER TABLE/,
          ) as string,
          expect.stringMatching(
            /^store store-a {2}Migrations are missing: CausesOfWork\d+\. Run migrate\.$/,
          ) as string,
          expect.stringMatching(
            /^store store-a {2}1 items of work test\.dead failed too often\. operate work-dead-letters/,
          ) as string,
          expect.stringMatching(
            /^store store-a {2}1 items of work test\.late are waiting, the oldest for 60 min\. See that a worker/,
          ) as string,
          expect.stringMatching(
            /^directory {2}1 routes lead to the store store-z, which TENANT_STORES does not name/,
          ) as string,
        ]);
      } finally {
        await onMetadata(`DROP ROLE ${role}`);
        await test.world.sql(`DELETE FROM tenant_routes WHERE client_id = $1`, [lost.clientId]);
        await onMetadata(`DELETE FROM migrations WHERE name = 'OfTomorrow1'`);
        await onMetadata(`ALTER TABLE clients ENABLE ROW LEVEL SECURITY`);
      }
    });
  });
});
