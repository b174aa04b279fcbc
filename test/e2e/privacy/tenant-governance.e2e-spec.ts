import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { waitersFor, whileLocked } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aShownCall, anExportingTenant, exportOnce, rowsOf, V2 } from '../calls/exporting.js';

type Headers = Readonly<Record<string, string>>;

const PATH = '/v1/privacy/governance';
const SETTLED = { audio_retention: 'enabled', secondary_reuse: 'allowed', transcript_retention_days: 365 };
const OPEN = { audio_retention: 'unconfirmed', secondary_reuse: null, transcript_retention_days: null };

describe("a tenant's governance", () => {
  // Nine days and some hours after the calls of `aShownCall` began.
  const test = useSharedApp({ clock: new TestClock(new Date('2025-10-20T00:00:00.000Z')) });
  let tenant: TestTenant;
  let admin: TestUser;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
  });

  const get = (as: Headers = bearer(admin.token())): Test => test.request().get(PATH).set(as);
  const put = (body: object, ifMatch?: string, as: Headers = bearer(admin.token())): Test => {
    const request = test.request().put(PATH).set(as);
    return (ifMatch === undefined ? request : request.set('If-Match', ifMatch)).send(body);
  };
  const etagOf = async (): Promise<string> => (await get().expect(200)).get('ETag')!;
  const errorOf = ({ body }: Response) =>
    (body as { error: { code: string; details: { field_errors: { field: string }[] } } }).error;

  // privacy 5.8, 5.10
  it('settles nothing until it is saved, then what was saved, and is audited with both', async () => {
    const first = await get().expect(200);
    const { etag } = first.body as { etag: string };
    const own = { client_id: tenant.clientId, data_env: 'prod' };
    expect(first.body).toEqual({
      ...own,
      source: 'default',
      etag,
      ...OPEN,
      updated_at_utc: null,
      updated_by: null,
    });
    expect(first.get('ETag')).toBe(`"${etag}"`);
    const saved = await put(SETTLED, first.get('ETag')).expect(200);
    expect(saved.body).toMatchObject({ ...own, source: 'saved', ...SETTLED, updated_by: admin.userId });
    expect((await get().expect(200)).body).toEqual(saved.body);
    const rows = await test.world.sql(
      `SELECT action, outcome, actor_id, metadata FROM audit_events WHERE client_id = $1`,
      [tenant.clientId],
    );
    expect(rows).toEqual([
      {
        action: 'tenant_governance.saved',
        outcome: 'success',
        actor_id: admin.userId,
        metadata: {
          ...SETTLED,
          etag: (saved.body as { etag: string }).etag,
          previous_audio_retention: 'unconfirmed',
          previous_secondary_reuse: null,
          previous_transcript_retention_days: null,
          previous_etag: etag,
        },
      },
    ]);
    expect((await put(OPEN, saved.get('ETag')).expect(200)).body).toMatchObject({ source: 'saved', ...OPEN });
  });

  // privacy 5.7
  it.each<[string, object, string[]]>([
    ['nothing', {}, Object.keys(SETTLED)],
    ['an unknown word', { ...SETTLED, secondary_reuse: 'maybe' }, ['secondary_reuse']],
    ['no recordings settled as null', { ...SETTLED, audio_retention: null }, ['audio_retention']],
    ['less than no days', { ...SETTLED, transcript_retention_days: -1 }, ['transcript_retention_days']],
    ['too many days', { ...SETTLED, transcript_retention_days: 36_501 }, ['transcript_retention_days']],
    ['half a day', { ...SETTLED, transcript_retention_days: 0.5 }, ['transcript_retention_days']],
    ['an unknown field', { ...SETTLED, consent_days: 1 }, ['consent_days']],
  ])('refuses %s, naming the field, before it looks at the guard', async (_, body, fields) => {
    const refused = await put(body).expect(422);
    expect(
      errorOf(refused)
        .details.field_errors.map(({ field }) => field)
        .toSorted(),
    ).toEqual(fields.toSorted());
  });

  // privacy 5.7
  it.each([0, 36_500])('takes %i days', async (days) => {
    const body = { ...SETTLED, transcript_retention_days: days };
    expect((await put(body, await etagOf()).expect(200)).body).toMatchObject(body);
  });

  // privacy 5.9; requests 6.9
  it('is not saved without the etag that was read (428), nor with another one (400)', async () => {
    const never = await etagOf();
    for (const [header, status, code] of [
      [undefined, 428, 'precondition_required'],
      ['*', 428, 'precondition_required'],
      ['"r1-0000000000000000"', 400, 'stale_settings'],
      ['"open', 400, 'validation_failed'],
    ] as const) {
      const refused = await put(SETTLED, header);
      expect([header, refused.status, errorOf(refused).code]).toEqual([header, status, code]);
    }
    expect(await etagOf()).toBe(never);
  });

  // Fails if two who save for the first time have no row to wait for. privacy 5.9
  it('is saved by one of those who have read one state, the first time too', async () => {
    const url = test.databases.superuser.metadataUrl;
    for (let round = 1; round <= 2; round += 1) {
      const etag = await etagOf();
      // Reads continue, and a save waits: a request that did not wait has read the current state.
      const answers = await whileLocked(url, 'tenant_governance IN EXCLUSIVE MODE', async (unlock) => {
        const saves = Promise.all(
          [1, 2, 3].map((days) =>
            put({ ...SETTLED, transcript_retention_days: days }, etag).then((it) => it),
          ),
        );
        await eventually(async () => expect(await waitersFor(url, 'tenant_governance')).toBeGreaterThan(0));
        await get().expect(200);
        await unlock();
        return saves;
      });
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    }
  });

  // privacy 5.7; access 6.1
  it("is nobody else's: other roles, every key and a foreign client get the 404 of an absent one", async () => {
    const etag = await etagOf();
    const others: [string, Headers][] = [];
    for (const role of ['partner_admin', 'partner_user', 'client_manager', 'client_staff'] as const) {
      others.push([role, bearer((await test.world.aUser(tenant, { role })).token())]);
    }
    for (const scope of ['client_admin', 'partner_admin', 'full-access'] as const) {
      others.push([`key ${scope}`, { 'X-API-Key': await test.world.aKey(tenant, scope) }]);
    }
    for (const [who, as] of others) {
      for (const refused of [await get(as), await put(SETTLED, etag, as)]) {
        expect([who, refused.status, errorOf(refused).code]).toEqual([who, 404, 'not_found']);
      }
    }
    const foreign = await test.world.aTenant();
    const bodies: unknown[] = [];
    for (const clientId of [foreign.clientId, 'no-such-client']) {
      for (const refused of [
        await get().query({ client_id: clientId }),
        await put(SETTLED, etag).query({ client_id: clientId }),
      ]) {
        const { code, message } = errorOf(refused) as unknown as { code: string; message: string };
        bodies.push([refused.status, code, message]);
      }
    }
    expect(new Set(bodies.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(bodies[0]).toEqual([404, 'not_found', 'Not found.']);
    expect(
      await test.world.sql('SELECT 1 FROM tenant_governance WHERE client_id = $1', [foreign.clientId]),
    ).toEqual([]);
    expect(await etagOf()).toBe(etag);
  });

  // privacy 5.8
  it("is each environment's own", async () => {
    await put(SETTLED, await etagOf()).expect(200);
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const tester = await test.world.aUser(staging, { role: 'client_admin' });
    expect((await get(bearer(tester.token('staging'))).expect(200)).body).toMatchObject({
      source: 'default',
      data_env: 'staging',
    });
  });

  // privacy 5.1, 5.4, 5.10
  it('counts at once for what is shown and exported, and a project only narrows it', async () => {
    const own = await anExportingTenant(test);
    ({ tenant } = own);
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const call = aShownCall(own.project);
    await postCalls(test, tenant, [call]);
    const key = { 'X-API-Key': await test.world.aKey(tenant, 'client_admin') };
    const seen = async (): Promise<unknown> => {
      const preview = await test
        .request()
        .get(`/v1/calls/${String(call['call_id'])}/inline-preview`)
        .set(key)
        .expect(200);
      const file = await exportOnce(test, own, V2);
      expect(file.status, file.text).toBe(200);
      return [
        (preview.body as { transcript_status: string }).transcript_status,
        rowsOf(file.text)[0]?.['transcript_status'],
      ];
    };
    const save = async (fields: object) => put({ ...SETTLED, ...fields }, await etagOf()).expect(200);
    expect(await seen()).toEqual(['available', 'Available']);
    await save({ transcript_retention_days: 9 });
    expect(await seen()).toEqual(['none', 'Unavailable']);
    await test.world.projectGovernance(tenant, own.project, {
      transcriptRetentionDays: 3650,
      secondaryReuse: 'allowed',
    });
    expect(await seen()).toEqual(['none', 'Unavailable']);
    await save({ transcript_retention_days: 3650 });
    expect(await seen()).toEqual(['available', 'Available']);
    await save({ transcript_retention_days: 3650, secondary_reuse: 'denied' });
    expect(await seen()).toEqual(['available', 'Unavailable']);
  });
});
