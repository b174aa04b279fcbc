import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operatorSettings, useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { useOperator } from '../../support/operator.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from '../access/callers.js';
import { me, PATH, TERMS } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

const KEY_LINE = /^svc_(prod|staging)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}\n$/;
const TABLES = [
  'partner_organisations',
  'clients',
  'partner_client_ownerships',
  'tenant_routes',
  'portal_users',
  'partner_organisation_members',
  'portal_user_client_assignments',
  'api_keys',
  'audit_events',
];

interface Answer {
  readonly status: number | NodeJS.Signals | null;
  /** Standard output. */
  readonly result: string;
  readonly said: string;
}

// The process around a command is tested in a process, and the command itself in this one.
describe('node dist/operate.js', () => {
  // Freshly migrated databases without any person.
  const test = useTestApp();
  const built = useBuiltService();
  const operate = useOperator(() => test);

  const startWith = (args: string[]) => built.start('operate', environmentOf(operatorSettings(test)), args);
  /** In a separate process. */
  const start = async (...args: string[]): Promise<Answer> => {
    const run = startWith(args);
    const status = await run.ended;
    return { status, result: run.standardOutput, said: run.output };
  };
  const admin = async (...args: string[]): Promise<Answer> => {
    const { isDone, result, said } = await operate(...args);
    const printed = result.map((line) => `${line}\n`).join('');
    return { status: isDone ? 0 : 1, result: printed, said: `${said}\n${printed}` };
  };
  const bootstrapOf = (client: string, changes: Record<string, string> = {}): string[] => {
    const options = {
      organisation: 'harbour-voice',
      'organisation-name': 'Harbour Voice Partners',
      client,
      'business-name': 'Acme Pty Ltd',
      timezone: 'Australia/Sydney',
      store: 'store-a',
      subject: 'idp|first-admin',
      'user-name': 'First Admin',
      ...changes,
    };
    return ['bootstrap', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)];
  };
  const bootstrap = (client: string, changes: Record<string, string> = {}): Promise<Answer> =>
    admin(...bootstrapOf(client, changes));
  const counts = async (): Promise<Record<string, number>> => {
    const counted = TABLES.map((table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}`);
    const rows = await test.world.sql<{ name: string; rows: number }>(counted.join(' UNION ALL '));
    return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
  };

  it('explains itself, without any settings', async () => {
    const run = built.start('operate', {}, ['--help']);
    expect(await run.ended).toBe(0);
    expect(run.standardOutput).toContain('Usage: operate <command> [options]');
  });

  // operations 4.2, 5.1
  it('says what is missing in the settings, and leaves with status 1', async () => {
    const run = built.start('operate', {}, ['list-keys', '--client', 'acme']);
    expect(await run.ended).toBe(1);
    expect(run.output).toContain('METADATA_DATABASE_URL is missing');
  });

  // operations 4.2
  it('says everything that is wrong with the options, changes nothing and leaves with status 2', async () => {
    const before = await counts();
    const wrong = bootstrapOf('acme corp', { store: 'store-z', timezone: 'Sydney' });
    const { status, result, said } = await start(...wrong);
    expect([status, result]).toEqual([2, '']);
    for (const option of ['--client must', '--store must be one of store-a, store-b', '--timezone must'])
      expect(said).toContain(option);
    expect(await counts()).toEqual(before);
  });

  // operations 4.1, 4.3, 4.4
  it('sets up a first partner, who then can do without it', async () => {
    const { status, result, said } = await start(...bootstrapOf('acme'));
    expect([status, said]).toEqual([0, expect.stringContaining('client acme: created')]);
    expect(result).toMatch(KEY_LINE);
    expect(await counts()).toEqual({
      ...Object.fromEntries(TABLES.map((table) => [table, 1])),
      audit_events: 2,
    });

    const key = result.trim();
    expect((await me(test, key)).body).toMatchObject({
      client_id: 'acme',
      data_env: 'prod',
      scope: 'partner_admin',
      api_key_description: 'First key',
    });
    const session = bearer(bearerToken('idp|first-admin'));
    expect((await test.request().get('/v1/partner/me').set(session)).body).toMatchObject({
      client_id: 'acme',
      scope: 'partner_admin',
      auth_type: 'bearer',
    });
    const made = await test
      .request()
      .post(PATH)
      .set(session)
      .set('Idempotency-Key', randomUUID())
      .query({ client_id: 'acme' })
      .send(TERMS);
    expect(made.status).toBe(200);
    await me(test, (made.body as KeyBody).secret).expect(200);
    const list = await test.request().get(PATH).set('X-API-Key', key);
    expect((list.body as { items: KeyBody[] }).items.map(({ created_by }) => created_by)).toContain('admin');
    // The route exists, and reaches a store that answers.
    await test.request().get('/v1/calls/summary').set(session).expect(200);
  });

  // operations 4.7
  it('leaves audit rows of the operator, without names and subjects', async () => {
    const rows = await test.world.sql<{ action: string; actor_kind: string; actor_id: string }>(
      `SELECT action, actor_kind, actor_id, scope, metadata FROM audit_events
        WHERE client_id = 'acme' AND actor_kind = 'system' ORDER BY occurred_at, event_id`,
    );
    expect(rows).toMatchObject([
      {
        action: 'tenant.provisioned',
        actor_id: 'admin',
        scope: 'system',
        metadata: { organisation_id: 'harbour-voice', new_client: true, new_user: true, store_id: 'store-a' },
      },
      { action: 'api_key.created', actor_id: 'admin', metadata: { key_scope: 'partner_admin' } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/First Admin|first-admin|Acme Pty/);
  });

  // operations 4.4
  it('run again says what is there, makes no second key and changes nothing', async () => {
    const before = await counts();
    const { status, result, said } = await bootstrap('acme', { 'business-name': 'Another name' });
    expect([status, result]).toEqual([0, '']);
    expect(said).toContain('client acme: exists (Acme Pty Ltd, Australia/Sydney)');
    expect(said).toContain('API key of scope partner_admin: exists; create-key creates another one');
    expect(said).not.toContain('created');
    expect(await counts()).toEqual(before);
  });

  it('adds a second client and environment to what is there', async () => {
    const second = await bootstrap('bluegum', { store: 'store-b' });
    expect(second.said).toContain('organisation harbour-voice: exists');
    expect(second.said).toContain('client bluegum: created');
    const staging = await bootstrap('bluegum', { env: 'staging' });
    expect(staging.result).toMatch(/^svc_staging_/);
    expect(staging.said).toContain('route of bluegum staging to store-a: created');
    // Without a client_id, the first one remains the person's default.
    const session = bearer(bearerToken('idp|first-admin'));
    expect((await test.request().get('/v1/partner/me').set(session)).body).toMatchObject({
      client_id: 'acme',
    });
  });

  // operations 4.4
  it('of two at once makes everything once, and one key', async () => {
    const answers = await Promise.all([bootstrap('twice'), bootstrap('twice')]);
    expect(answers.map(({ status }) => status)).toEqual([0, 0]);
    expect(answers.map(({ result }) => result).filter(Boolean)).toHaveLength(1);
    const keys = await test.world.sql(`SELECT 1 FROM api_keys WHERE client_id = 'twice'`);
    expect(keys).toHaveLength(1);
  });

  // operations 4.5
  it('takes no client from another organisation and moves no calls: it says so, with status 1', async () => {
    const before = await counts();
    const { status, result, said } = await bootstrap('acme', {
      organisation: 'southern-cross',
      store: 'store-b',
      subject: 'idp|somebody-else',
    });
    expect([status, result]).toEqual([1, '']);
    expect(said).toContain('Nothing was changed:');
    expect(said).toContain('the client belongs to organisation harbour-voice');
    expect(said).toContain("the client's calls are routed to store store-a");
    expect(await counts()).toEqual(before);
  });

  // operations 4.1; partner 6.7
  it('makes a key for the voice runtime, which can write calls at once', async () => {
    const made = await admin(
      ...['create-key', '--client', 'acme', '--scope', 'runtime-ingest'],
      ...['--description', 'Voice runtime'],
    );
    expect([made.status, made.said]).toEqual([
      0,
      expect.stringContaining('of scope runtime-ingest: created'),
    ]);
    expect(made.result).toMatch(KEY_LINE);
    const project = await test.world.aProject({ clientId: 'acme', dataEnv: 'prod' });
    const posted = await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', made.result.trim())
      .send([aCall(project)]);
    expect(posted.body).toMatchObject({ accepted: 1 });
  });

  // operations 4.1
  it('lists the keys of a client, of all scopes, without their secrets', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    await test.world.aKey(tenant, 'partner_user', { expiresAt: new Date('2020-01-01T00:00:00Z') });
    const { status, result } = await admin('list-keys', '--client', tenant.clientId);
    expect(status).toBe(0);
    const lines = result.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).toMatch(/partner_user +expired .*expires 2020-01-01T00:00:00.000Z .*test key$/m);
    expect(lines.join('\n')).toMatch(/runtime-ingest +active .*svc_prod_\w{8}_\.{3}\w{4} .*expires never /);
    expect(result).not.toContain(key.split('_')[3]);
  });

  // operations 4.1
  it('carries out what was begun, though nobody reads what it says', async () => {
    const { clientId } = await test.world.aTenant();
    const args = ['create-key', '--client', clientId, '--scope', 'runtime-ingest', '--description', 'Unread'];
    const run = startWith(args);
    run.stopReading();
    expect(await run.ended).toBe(0);
    expect(run.output).not.toContain('EPIPE');
    expect((await admin('list-keys', '--client', clientId)).result).toContain('Unread');
  });

  // operations 4.1
  it('revokes a key of any scope, once', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'client_admin');
    const call = () => test.request().get('/v1/calls/summary').set('X-API-Key', key);
    await call().expect(200);
    const [row] = await test.world.sql<{ key_id: string }>(
      'SELECT key_id FROM api_keys WHERE client_id = $1',
      [tenant.clientId],
    );
    const revoke = () => admin('revoke-key', '--client', tenant.clientId, '--key', row!.key_id);
    const revoked = await revoke();
    expect([revoked.status, revoked.said]).toEqual([0, expect.stringMatching(/revoked at 20/)]);
    await expect.poll(async () => (await call()).status).toBe(401);
    expect((await revoke()).said).toBe(revoked.said);
  });

  // operations 4.6
  it('makes a partner key for the one organisation that owns the client, and none without an owner', async () => {
    const tenant = await test.world.aTenant();
    const create = (...more: string[]) =>
      admin(
        ...['create-key', '--client', tenant.clientId, '--scope', 'partner_user'],
        ...['--description', 'CRM sync', ...more],
      );
    expect(await create()).toMatchObject({
      status: 1,
      result: '',
      said: expect.stringContaining('no active organisation owns the client') as string,
    });
    const owner = await test.world.anOrganisation(tenant.clientId);
    const made = await create();
    expect([made.status, made.said]).toEqual([0, expect.stringContaining('it never ends')]);
    await me(test, made.result.trim()).expect(200);
    await test.world.sql('UPDATE partner_organisations SET active = false WHERE organisation_id = $1', [
      owner,
    ]);
    await expect.poll(async () => (await me(test, made.result.trim())).status).toBe(401);
    expect((await admin('list-keys', '--client', tenant.clientId)).result).toContain(
      'refused: its organisation is inactive or does not own the client',
    );
  });

  // operations 4.1, 4.7
  it('sets how long the keys of a client may live, which its own keys obey', async () => {
    const tenant = await test.world.aTenant();
    const create = (...more: string[]) =>
      admin(
        ...['create-key', '--client', tenant.clientId, '--scope', 'runtime-ingest'],
        ...['--description', 'Voice runtime', ...more],
      );
    const set = await admin('key-lifetime', '--client', tenant.clientId, '--days', '30');
    expect([set.status, set.said]).toEqual([0, expect.stringContaining('are valid for at most 30 days')]);
    const late = await create('--expires', new Date(Date.now() + 31 * 86_400_000).toISOString());
    expect([late.status, late.result]).toEqual([1, '']);
    expect(late.said).toMatch(
      /--expires must be 20\S+Z or earlier: keys of this client are valid for at most 30 days/,
    );
    const made = await create();
    expect([made.status, made.said]).toEqual([0, expect.stringMatching(/it ends at 20\S+Z and is shown/)]);
    const rows = await test.world.sql(
      `SELECT actor_id, metadata FROM audit_events WHERE client_id = $1 AND action = 'api_key.lifetime_set'`,
      [tenant.clientId],
    );
    expect(rows).toEqual([{ actor_id: 'admin', metadata: { days: 30 } }]);
  });

  // operations 4.1
  it('ends all keys that one person has made, of every scope', async () => {
    const tenant = await test.world.aTenant();
    const person = await test.world.aPerson();
    const keys = [
      await test.world.aKey(tenant, 'partner_admin', { createdBy: person.userId }),
      await test.world.aKey(tenant, 'partner_user', { createdBy: person.userId }),
    ];
    const other = await test.world.aKey(tenant, 'partner_user');
    const revoked = await admin('revoke-keys', '--client', tenant.clientId, '--created-by', person.userId);
    expect([revoked.status, revoked.said]).toEqual([0, expect.stringContaining('2 API keys created by')]);
    expect(revoked.result.match(new RegExp(`by ${person.userId} \\(not active\\)`, 'g'))).toHaveLength(2);
    for (const key of keys) {
      await expect.poll(async () => (await me(test, key)).status).toBe(401);
    }
    await me(test, other).expect(200);
  });

  // operations 4.2
  it.each([
    [['list-keys', '--client', 'nobody'], 'There is no client nobody in prod'],
    [
      ['revoke-key', '--client', 'acme', '--key', '01a1fc18-07ee-741a-8538-e6c0e20e9fe1'],
      'acme has no key 01a1fc18-07ee-741a-8538-e6c0e20e9fe1 in prod',
    ],
  ])('says of what is not there that it is not there, with status 1: %j', async (args, sentence) => {
    const { status, said } = await admin(...args);
    expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
