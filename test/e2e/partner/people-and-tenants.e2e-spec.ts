import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorSettings, useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { eventually } from '../../support/eventually.js';
import { useOperator } from '../../support/operator.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from '../access/callers.js';
import { me } from './api-key-calls.js';

describe('the operator', () => {
  const test = useTestApp();
  const operate = useOperator(() => test);
  const built = useBuiltService();
  let tenant: TestTenant;

  const ofClient = (command: string, ...args: string[]) =>
    operate(command, '--client', tenant.clientId, ...args);
  const add = (subject: string, role: string, ...more: string[]) =>
    ofClient('add-person', '--subject', subject, '--user-name', 'Mei Tanaka', '--role', role, ...more);
  const end = (subject: string) => ofClient('end-person', '--subject', subject);
  const meOf = (subject: string) =>
    test
      .request()
      .get('/v1/calls/summary')
      .set(bearer(bearerToken(subject)));
  const audited = () =>
    test.world.sql<{ action: string; actor_id: string; metadata: object }>(
      `SELECT action, actor_id, metadata FROM audit_events WHERE client_id = $1 ORDER BY occurred_at, event_id`,
      [tenant.clientId],
    );

  beforeAll(async () => {
    tenant = await test.world.aTenant();
  });

  // operations 4.14
  it('removes the second factors of a person with a role for the client, audited', async () => {
    const client = await test.world.aTenant();
    const person = await test.world.aUser(client, { role: 'client_admin' });
    await test.world.assign(person, await test.world.aTenant(), { role: 'client_staff' });
    await test.world.sql(
      `INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at)
       VALUES ($1, $2, 'totp', 'Phone', now(), now())`,
      [randomUUID(), person.userId],
    );
    await test.world.sql(
      `INSERT INTO sso_identities (client_id, data_env, connection_id, subject_hash, user_id, created_at)
       VALUES ($1, $2, $3, 'hash', $4, now())`,
      [client.clientId, client.dataEnv, randomUUID(), person.userId],
    );
    const reset = (subject: string) =>
      operate('mfa-reset', '--client', client.clientId, '--subject', subject);
    expect(await reset('idp|absent')).toMatchObject({ isDone: false });
    expect(await reset(person.subject)).toMatchObject({ isDone: true, result: [person.userId] });
    expect((await reset(person.subject)).said).toContain('0 second factors removed');
    // single-sign-on 4.10
    expect(await test.world.sql('SELECT FROM sso_identities WHERE user_id = $1', [person.userId])).toEqual(
      [],
    );
    const rows = await test.world.sql(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'second_factor.reset'
        ORDER BY occurred_at, event_id`,
      [client.clientId],
    );
    expect(rows).toEqual([1, 0].map((factors) => ({ metadata: { user_id: person.userId, factors } })));
  });

  // operations 4.15; single-sign-on 7.6
  it('lets the people of a client sign in in every way again, audited', async () => {
    const client = await test.world.aTenant();
    const person = await test.world.aUser(client, { role: 'client_admin' });
    const connectionId = randomUUID();
    await test.world.sql(
      `INSERT INTO tenant_required_connections (client_id, data_env, connection_id, required_at, required_by)
       VALUES ($1, $2, $3, now(), $4)`,
      [client.clientId, client.dataEnv, connectionId, person.userId],
    );
    await meOf(person.subject).expect(404);
    const off = () => operate('sso-off', '--client', client.clientId);
    expect(await off()).toMatchObject({ isDone: true, result: [connectionId] });
    await meOf(person.subject).expect(200);
    expect(await off()).toMatchObject({ isDone: false });
    const rows = await test.world.sql(
      `SELECT actor_id, metadata ->> 'previous_connection_id' AS previous FROM audit_events
        WHERE client_id = $1 AND action = 'sso_enforcement.changed'`,
      [client.clientId],
    );
    expect(rows).toEqual([{ actor_id: 'admin', previous: connectionId }]);
  });

  // operations 4.11; access 2.6; people 2.8
  it('gives a person a role, ends it and gives it again, audited without names and subjects', async () => {
    const added = await add('idp|mei', 'client_staff');
    expect(added).toMatchObject({
      isDone: true,
      said: `idp|mei (new): is now client_staff of ${tenant.clientId} in prod`,
    });
    const [userId] = added.result;
    await meOf('idp|mei').expect(200);
    expect((await add('idp|mei', 'client_staff')).said).toContain(
      'idp|mei (Mei Tanaka): was already client_staff',
    );

    const key = await test.world.aKey(tenant, 'client_staff', { createdBy: userId! });
    const ended = await end('idp|mei');
    expect(ended).toMatchObject({ isDone: true, result: [userId] });
    expect(ended.said).toContain('idp|mei: is no longer client_staff');
    expect(ended.said).toContain('1 API keys of this person: revoked');
    await meOf('idp|mei').expect(404);
    await eventually(() => test.request().get('/v1/calls/summary').set('X-API-Key', key).expect(401));
    expect((await end('idp|mei')).said).toContain('idp|mei: was no longer client_staff');

    expect((await add('idp|mei', 'client_manager')).isDone).toBe(true);
    await meOf('idp|mei').expect(200);
    const rows = (await audited()).filter(({ action }) => action.startsWith('person.'));
    expect(rows).toEqual(
      [
        ['person.role_given', { role: 'client_staff', new_user: true, organisation_id: null }],
        ['person.role_ended', { role: 'client_staff' }],
        ['person.role_given', { role: 'client_manager', new_user: false, organisation_id: null }],
      ].map(([action, metadata]) => ({
        action,
        actor_id: 'admin',
        metadata: { user_id: userId, ...(metadata as object) },
      })),
    );
    expect(JSON.stringify(rows)).not.toMatch(/mei|Tanaka/i);
  });

  // operations 4.11; partner 6.8
  it('hands the keys of a person over to a colleague who is named, and to nobody else', async () => {
    const owned = await test.world.aTenant();
    const organisationId = await test.world.anOrganisation(owned.clientId);
    const aPartner = (role: 'partner_admin' | 'partner_user') =>
      test.world.aUser(owned, { role, organisationId });
    const [leaver, chief, user] = [
      await aPartner('partner_admin'),
      await aPartner('partner_admin'),
      await aPartner('partner_user'),
    ];
    const key = await test.world.aKey(owned, 'partner_admin', { createdBy: leaver.userId, organisationId });
    const endWith = (userId: string) =>
      operate(
        ...(['end-person', '--client', owned.clientId, '--subject', leaver.subject] as const),
        ...['--keep-keys-with', userId],
      );
    expect(await endWith(user.userId)).toMatchObject({
      isDone: false,
      said: expect.stringContaining('Nothing was changed: --keep-keys-with must be another') as string,
    });
    expect((await endWith(chief.userId)).said).toContain(
      `1 API keys of this person: handed over to ${chief.userId}`,
    );
    await test.request().get('/v1/partner/me').set('X-API-Key', key).expect(200);
  });

  // operations 4.11; access 4.8
  it('holds a partner role through one organisation', async () => {
    const owned = await test.world.aTenant();
    const [one, other] = [
      await test.world.anOrganisation(owned.clientId),
      await test.world.anOrganisation(owned.clientId),
    ];
    const at = (organisationId: string) =>
      operate(
        ...(['add-person', '--client', owned.clientId, '--subject', 'idp|kim'] as const),
        ...['--user-name', 'Kim', '--role', 'partner_admin', '--organisation', organisationId],
      );
    expect((await at(one)).isDone).toBe(true);
    expect(await at(other)).toMatchObject({
      isDone: false,
      said: expect.stringContaining(`idp|kim is partner_admin of the client through ${one}`) as string,
    });
    expect((await at(one)).said).toContain('was already partner_admin');
  });

  // operations 4.11; access 4.8
  it('makes a partner person a member of the organisation that owns the client, and needs one', async () => {
    expect(await add('idp|leo', 'partner_user')).toMatchObject({
      isDone: false,
      said: expect.stringContaining('no active organisation owns the client') as string,
    });
    const owner = await test.world.anOrganisation(tenant.clientId);
    await add('idp|leo', 'partner_user');
    await test
      .request()
      .get('/v1/partner/me')
      .set(bearer(bearerToken('idp|leo')))
      .expect(200);
    expect((await add('idp|ann', 'client_admin', '--organisation', owner)).said).toContain(
      '--organisation is for partner_admin and partner_user: leave it out for client_admin',
    );
  });

  // operations 4.11; access 4.3
  it('keeps one role a person, and one default: the first client that is not left', async () => {
    await add('idp|ines', 'client_admin');
    expect(await add('idp|ines', 'client_staff')).toMatchObject({
      isDone: false,
      said: expect.stringContaining('idp|ines is client_admin of the client') as string,
    });
    await end('idp|ines');
    const second = await test.world.aTenant();
    const at = (client: string) =>
      operate(
        ...(['add-person', '--client', client, '--subject', 'idp|ines'] as const),
        ...['--user-name', 'Ines', '--role', 'client_admin'],
      );
    await at(second.clientId);
    expect((await at(tenant.clientId)).isDone).toBe(true);
    const defaults = await test.world.sql(
      `SELECT a.client_id FROM portal_user_client_assignments a JOIN portal_users u USING (user_id)
        WHERE u.subject = 'idp|ines' AND a.is_default`,
    );
    expect(defaults).toEqual([{ client_id: second.clientId }]);
    await meOf('idp|ines').expect(200);
  });

  // operations 4.12; access 3.5, 4.7
  it('suspends a client with its keys and people, and ends that, each audited once', async () => {
    tenant = await test.world.aTenant();
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const keys = [
      await test.world.aKey(tenant, 'partner_admin'),
      await test.world.aKey(staging, 'partner_admin'),
    ];
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    const whose = tenant.clientId;
    for (const [command, done, again, answers] of [
      ['suspend-tenant', 'is suspended in all its environments', 'was already suspended', [401, 401]],
      ['resume-tenant', 'works again in all its environments', 'was not suspended', [200, 200]],
    ] as const) {
      expect(await ofClient(command)).toEqual({ isDone: true, said: `${whose}: ${done}`, result: [] });
      expect(await ofClient(command)).toEqual({ isDone: true, said: `${whose}: ${again}`, result: [] });
      await expect
        .poll(async () => Promise.all(keys.map(async (key) => (await me(test, key)).status)))
        .toEqual(answers);
      await meOf(user.subject).expect(answers[0] === 401 ? 404 : 200);
      const status = command === 'suspend-tenant' ? 'suspended' : 'active';
      const lines = (await operate('tenants')).result.filter((line) => line.startsWith(`${whose} `));
      expect(lines).toEqual(
        ['prod', 'staging'].map(
          (env) => expect.stringMatching(new RegExp(`^${whose}  ${env} +${status} `)) as string,
        ),
      );
      expect(lines[0]).toMatch(/ store store-a .* of organisation-\d+  Australia\/Sydney  Business of /);
    }
    expect((await audited()).map(({ action, actor_id: actor }) => `${action} ${actor}`)).toEqual([
      'tenant.suspended admin',
      'tenant.resumed admin',
    ]);
  });

  // operations 4.1, 4.2
  it('does so in a process of its own', async () => {
    const args = ['end-person', '--client', tenant.clientId, '--subject', 'idp|absent'];
    const run = built.start('operate', environmentOf(operatorSettings(test)), args);
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^idp\|absent has no role for client-\d+ in prod\.$/m);
  });
});
