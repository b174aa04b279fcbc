import { beforeAll, describe, expect, it } from 'vitest';
import { DataRoute } from '../../../src/features/partner/tenants/data-route.service.js';
import { readCommand } from '../../../src/operations/operations.js';
import { operatorSettings, startTestApp, useTestApp } from '../../support/app.js';
import { NO_SETTINGS } from '../../support/operator.js';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { bearer } from '../access/callers.js';
import { aProfile, bodyOf, BUSINESS_EMAIL, clientFixture, CONTACT_NAME, idOf } from './client-fixture.js';

describe('setting a client up', () => {
  const test = useTestApp();
  const desk = clientFixture(test);
  // With an operator's login, because its rights in the database are part of the test.
  const operator = perSuite(
    () =>
      startTestApp({
        databases: test.databases,
        settings: () => operatorSettings(test),
        providers: [DataRoute],
      }),
    (started) => started.close(),
  );
  let tenant: TestTenant;
  let admin: TestUser;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'partner_admin', organisationId: 'harbour' });
  });

  const created = async (more = {}): Promise<string> =>
    idOf(await desk.post(admin, aProfile(more)).expect(201));
  const setRoute = async (clientId: string, store: string) => {
    const said: string[] = [];
    const args = ['set-route', '--client', clientId, '--store', store];
    const now = new Date();
    const isDone = await readCommand(args, { storeIds: ['store-a', 'store-b'], now }).run({
      result: (line) => void said.push(line),
      say: (line) => void said.push(line),
      app: () => Promise.resolve(operator.app),
      ...NO_SETTINGS,
      now,
    });
    return { isDone, said: said.join('\n') };
  };

  // partner-clients 2.2, 5.2
  it('gives an administrator in dev no role in prod', async () => {
    const organisationId = await test.world.anOrganisation(tenant.clientId);
    const inDev = await test.world.aTenant({ dataEnv: 'dev' });
    const tester = await test.world.aUser(inDev, { role: 'partner_admin', organisationId });
    const made = await test
      .request()
      .post('/api/partner-clients')
      .set({ ...bearer(tester.token('dev')), 'Idempotency-Key': 'tester' })
      .send(aProfile())
      .expect(201);
    await desk.get(tester).expect(404);
    await desk.get(tester, `/${tenant.clientId}/users`).expect(404);
    await test
      .request()
      .get(`/api/partner-clients/${idOf(made)}/users`)
      .set(bearer(tester.token('dev')))
      .expect(200);
  });

  // partner-clients 5.1, 5.3, 6.7
  it('answers what was made, once for each key, and audits it without what is sealed', async () => {
    const profile = aProfile({ web_domain: 'ACME.example' });
    await test.request().post('/api/partner-clients').set(bearer(admin.token())).send(profile).expect(400);
    const first = await desk.post(admin, profile, '', 'once').expect(201);
    expect(first.body).toEqual({
      client_id: profile['client_id'],
      business_name: 'Acme Canary',
      status: 'provisioning',
      web_domain: 'acme.example',
      timezone: 'Australia/Sydney',
      created_at_utc: expect.stringMatching(/Z$/) as string,
    });
    const again = await desk.post(admin, profile, '', 'once').expect(201);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    await desk.post(admin, { ...profile, business_name: 'Other' }, '', 'once').expect(422);
    const rows = await test.world.sql<{ metadata: object }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'partner_client.provisioned'`,
      [tenant.clientId],
    );
    expect(rows).toEqual([{ metadata: { client_id: profile['client_id'], organisation_id: 'harbour' } }]);
  });

  // partner-clients 5.1
  it.each([
    ['client_id', ['', 'Acme', '-acme', 'a/b', 'a'.repeat(65), 7]],
    ['business_name', ['', '  ', 'x'.repeat(201), null]],
    ['web_domain', ['https://acme.example', 'acme', 'acme.example/x', 7]],
    ['contact_name', ['', 'x'.repeat(121)]],
    ['business_email', ['acme.example', `${'x'.repeat(250)}@acme.example`, 7]],
    ['timezone', ['Sydney', 'UTC+10', '']],
  ])('refuses a wrong %s, and does not repeat it', async (name, values) => {
    for (const value of [undefined, ...values]) {
      const { status, text } = await desk.post(admin, aProfile({ [name]: value }));
      expect([name, value, status]).toEqual([name, value, 422]);
      expect(text).toContain(name);
      expect(text).not.toContain(BUSINESS_EMAIL);
    }
    await test.world.sql('DELETE FROM throttle_hits');
  });

  // partner-clients 5.4
  it('refuses a taken client_id alike for one of its own and one of another partner, also where two ask at once', async () => {
    const foreign = await test.world.aTenant();
    await test.world.aUser(foreign, { role: 'partner_admin', organisationId: 'southern' });
    const own = await created();
    const answers = await Promise.all(
      [own, foreign.clientId].map((client_id) => desk.post(admin, aProfile({ client_id }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    const [a, b] = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''));
    expect(a).toBe(b);
    const raced = aProfile();
    const both = await Promise.all([1, 2, 3, 4].map(() => desk.post(admin, raced)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  // partner-clients 5.2: all of it or nothing
  it('makes nothing where a part of it fails', async () => {
    const profile = aProfile();
    await test.world.sql(
      `ALTER TABLE partner_client_ownerships ADD CONSTRAINT broken CHECK (client_id <> '${String(profile['client_id'])}')`,
    );
    await desk.post(admin, profile).expect(500);
    await test.world.sql(`ALTER TABLE partner_client_ownerships DROP CONSTRAINT broken`);
    for (const table of ['clients', 'partner_client_profiles', 'portal_user_client_assignments']) {
      const rows = await test.world.sql(`SELECT 1 FROM ${table} WHERE client_id = $1`, [
        profile['client_id'],
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
    await desk.post(admin, profile).expect(201);
  });

  // partner-clients 5.2: the database asks as well
  it('is refused by the database for a person who administers no client of the organisation', async () => {
    const stranger = await test.world.aUser(tenant, { role: 'partner_user', organisationId: 'harbour' });
    const call = `SELECT provision_partner_client('planted', 'x', 'UTC', 'x.example', 'x', 'x', $1, $2, now())`;
    for (const [organisation, person] of [
      ['harbour', stranger.userId],
      ['southern', admin.userId],
    ]) {
      await expect(
        test.world
          .sql(
            `SELECT set_config('app.client_id', '${tenant.clientId}', false), set_config('app.data_env', 'prod', false)`,
          )
          .then(() => test.world.sql(call, [organisation, person])),
      ).rejects.toThrow('administers no client');
    }
  });

  // partner-clients 4.6
  it('seals contact and email where they are stored, and answers without a name that does not open', async () => {
    const clientId = await created();
    const rows = await test.world.sql<{ row: string }>(
      `SELECT p::text AS row FROM partner_client_profiles p WHERE client_id = $1
        UNION ALL SELECT e::text FROM audit_events e UNION ALL SELECT i::text FROM idempotency_records i`,
      [clientId],
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const { row } of rows)
      for (const canary of [CONTACT_NAME, BUSINESS_EMAIL, hex(CONTACT_NAME), hex(BUSINESS_EMAIL)])
        expect(row).not.toContain(canary);
    expect(test.logs()).not.toContain(BUSINESS_EMAIL);
    await test.world.sql(
      `UPDATE partner_client_profiles SET contact_name_encrypted = business_email_encrypted WHERE client_id = $1`,
      [clientId],
    );
    const shown = bodyOf(await desk.get(admin, `/${clientId}`).expect(200));
    expect(shown).toMatchObject({ contact: { contact_name: null }, engagement_notes: null });
  });

  // partner-clients 5.5; access 4.12; operations 4.13
  it('is over when an operator sets the data route: reads are empty before, writes 503, and then both work', async () => {
    const clientId = await created();
    const calls = () =>
      test
        .request()
        .get('/v1/calls/list')
        .query({ client_id: clientId, start_date: '2026-10-01', end_date: '2026-10-31' })
        .set(bearer(admin.token()));
    expect((await calls().expect(200)).body).toMatchObject({ items: [] });
    const projectId = await test.world.aProject({ clientId, dataEnv: 'prod' });
    const key = await test.world.aKey({ clientId, dataEnv: 'prod' }, 'runtime-ingest');
    const call = aCall(projectId, { call_id: 'first-call' });
    const ingest = () => test.request().post('/internal/v1/calls').set('X-API-Key', key).send([call]);
    expect((await ingest().expect(503)).text).toContain('still being set up');
    expect(await setRoute('client-nowhere', 'store-a')).toEqual({
      isDone: false,
      said: 'Nothing was changed: there is no client client-nowhere',
    });
    expect(await setRoute(clientId, 'store-a')).toEqual({
      isDone: true,
      said: `The calls of ${clientId} in prod are stored in store-a, and the client is active now`,
    });
    expect((await setRoute(clientId, 'store-a')).said).toContain('were already stored in store-a');
    expect((await setRoute(clientId, 'store-b')).isDone).toBe(false);
    await ingest().expect(200);
    expect((await calls().expect(200)).body).toMatchObject({ items: [{ call_id: 'first-call' }] });
    expect(await desk.cardsOf(admin)).toContainEqual(
      expect.objectContaining({
        client_id: clientId,
        status: 'active',
        projects: { state: 'ready', count: 1 },
      }),
    );
    expect(
      await test.world.sql(
        `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'tenant.route_set'`,
        [clientId],
      ),
    ).toEqual([{ metadata: { store_id: 'store-a', activated: true } }]);
  });
});
