import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/operations/operations.js';
import { PII_KINDS } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { NO_SETTINGS } from '../../support/operator.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { LEGACY, V1 } from '../calls/exporting.js';
import { EVERY_KIND, PERSONAL } from '../calls/personal-call.js';
import { ANALYTICS_READERS } from '../../../src/core/shared/roles.js';

type Body = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

const PATH = '/v1/privacy/pii-policy';
const NONE = Object.fromEntries(ANALYTICS_READERS.map((role) => [role, []]));
const CLEAN = 'Booked a table for two on Friday.';

describe("a tenant's PII policy", () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: Headers;
  let adminId: string;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    admin = bearer(user.token());
    adminId = user.userId;
  });

  const get = (as: Headers = admin): Test => test.request().get(PATH).set(as);
  const put = (body: object, ifMatch?: string, as: Headers = admin): Test => {
    const request = test.request().put(PATH).set(as);
    return (ifMatch === undefined ? request : request.set('If-Match', ifMatch)).send(body);
  };
  const etagOf = async (): Promise<string> => (await get().expect(200)).get('ETag')!;
  const save = async (permissions: object, strict_summaries = true): Promise<Response> =>
    put({ strict_summaries, permissions }, await etagOf()).expect(200);
  const codeOf = ({ body }: Response): string => (body as { error: { code: string } }).error.code;

  // privacy 1.2, 2.2, 2.9
  it('permits nothing, and is strict, until it is saved', async () => {
    const response = await get().expect(200);
    const { etag } = response.body as { etag: string };
    expect(response.body).toEqual({
      client_id: tenant.clientId,
      data_env: 'prod',
      source: 'default',
      etag,
      strict_summaries: true,
      quotes_in_mails: false,
      permissions: NONE,
      unlockable: expect.any(Object) as object,
      updated_at_utc: null,
      updated_by: null,
    });
    expect(response.get('ETag')).toBe(`"${etag}"`);
  });

  // privacy 2.3, 2.5
  it('is first saved over the state that was never saved, and then over its own', async () => {
    const never = await etagOf();
    const body = { strict_summaries: false, permissions: { client_admin: [...PII_KINDS] } };
    const first = await put(body, never).expect(200);
    expect(first.body).toMatchObject({
      source: 'saved',
      strict_summaries: false,
      permissions: { ...NONE, client_admin: [...PII_KINDS] },
      updated_by: adminId,
    });
    expect(first.get('ETag')).not.toBe(never);
    expect((await get().expect(200)).body).toEqual(first.body);
    const second = await put({ strict_summaries: true, permissions: {} }, first.get('ETag')).expect(200);
    expect(second.body).toMatchObject({ strict_summaries: true, permissions: NONE, source: 'saved' });
    expect(second.get('ETag')).not.toBe(never);
  });

  // privacy 2.3
  it.each([
    ['summary', 'is_array', 'must be a list of'],
    [{ summary: true }, 'is_array', 'must be a list of'],
    [null, 'is_array', 'must be a list of'],
    [['everything'], 'is_in', 'must be a list of'],
    [['summary', 'summary'], 'array_unique', 'must not repeat an entry'],
  ])('is refused the kinds %j', async (kinds, type, message) => {
    const refused = await put(
      { strict_summaries: true, permissions: { client_admin: kinds } },
      await etagOf(),
    );
    const { field_errors } = (refused.body as { error: { details: { field_errors: object[] } } }).error
      .details;
    expect([refused.status, field_errors]).toMatchObject([
      422,
      [
        {
          field: 'permissions.client_admin',
          code: type,
          message: expect.stringContaining(message) as string,
        },
      ],
    ]);
  });

  // privacy 2.4; requests 6.9
  it('is not saved without the etag that was read (428), nor with another one (400)', async () => {
    const body = { strict_summaries: true, permissions: { client_staff: ['summary'] } };
    const never = await etagOf();
    for (const [header, status, code] of [
      [undefined, 428, 'precondition_required'],
      ['*', 428, 'precondition_required'],
      ['"r1-0000000000000000"', 400, 'stale_settings'],
      ['W/"r1-0000000000000000"', 400, 'stale_settings'],
      ['"open', 400, 'validation_failed'],
    ] as const) {
      const refused = await put(body, header);
      expect([header, refused.status, codeOf(refused)]).toEqual([header, status, code]);
    }
    expect(await etagOf()).toBe(never);
    // As forwarded by a proxy that compresses (requests 6.5).
    await put(body, `W/${never}`).expect(200);
    expect((await put(body, never)).status).toBe(400);
  });

  // privacy 2.5
  it('is saved by one of two who have read the same state, the first time too', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const etag = await etagOf();
      const answers = await Promise.all(
        PII_KINDS.map((kind) => put({ strict_summaries: true, permissions: { client_staff: [kind] } }, etag)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    }
  });

  // privacy 2.3, 2.4
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['strict_summaries', 'permissions']],
    ['a word for yes', { strict_summaries: 'yes', permissions: {} }, ['strict_summaries']],
    [
      'an unknown role',
      { strict_summaries: true, permissions: { 'runtime-ingest': ['summary'] } },
      ['permissions.runtime-ingest'],
    ],
    [
      'an unknown kind',
      { strict_summaries: true, permissions: { client_staff: ['recording'] } },
      ['permissions.client_staff'],
    ],
    [
      'a kind twice',
      { strict_summaries: true, permissions: { client_staff: ['summary', 'summary'] } },
      ['permissions.client_staff'],
    ],
    [
      'no list',
      { strict_summaries: true, permissions: { client_staff: 'summary' } },
      ['permissions.client_staff'],
    ],
    ['null', { strict_summaries: true, permissions: { client_staff: null } }, ['permissions.client_staff']],
  ])('refuses %s, naming the field, before it looks at the guard', async (_, body, fields) => {
    const refused = await put(body).expect(422);
    const { details } = (refused.body as { error: { details: { field_errors: { field: string }[] } } }).error;
    expect(details.field_errors.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
  });

  // privacy 2.1
  it("is nobody else's: other roles and every key get the 404 of an absent route", async () => {
    const etag = await etagOf();
    const others: [string, Headers][] = [];
    for (const role of ['partner_admin', 'partner_user', 'client_manager', 'client_staff'] as const) {
      const { token } = await test.world.aUser(tenant, { role });
      others.push([role, bearer(token())]);
    }
    for (const scope of ['client_admin', 'partner_admin', 'full-access'] as const) {
      others.push([`key ${scope}`, { 'X-API-Key': await test.world.aKey(tenant, scope) }]);
    }
    for (const [who, as] of others) {
      for (const refused of [
        await get(as),
        await put({ strict_summaries: true, permissions: {} }, etag, as),
      ]) {
        expect([who, refused.status, codeOf(refused)]).toEqual([who, 404, 'not_found']);
      }
    }
    expect(await etagOf()).toBe(etag);
  });

  // privacy 1.3
  it("is each tenant's and environment's own", async () => {
    await save({ client_admin: ['summary'] });
    const other = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    expect((await get(bearer(other.token())).expect(200)).body).toMatchObject({ source: 'default' });
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const tester = await test.world.aUser(staging, { role: 'client_admin' });
    expect((await get(bearer(tester.token('staging'))).expect(200)).body).toMatchObject({
      source: 'default',
      data_env: 'staging',
    });
  });

  // privacy 2.6
  it('is audited with who may see what from now on, and nothing of callers', async () => {
    const before = (await etagOf()).replaceAll('"', '');
    const { etag } = (await save({ client_admin: ['raw_caller'], client_manager: ['summary'] }, false))
      .body as { etag: string };
    const rows = await test.world.sql(
      `SELECT action, outcome, actor_id, metadata FROM audit_events WHERE client_id = $1`,
      [tenant.clientId],
    );
    expect(rows).toEqual([
      {
        action: 'pii_policy.saved',
        outcome: 'success',
        actor_id: adminId,
        metadata: {
          strict_summaries: false,
          permitted: 'client_admin:raw_caller client_manager:summary',
          ...{ unlockable: '', quotes_in_mails: false, etag, previous_etag: before },
        },
      },
    ]);
  });

  // privacy 2.7; operations 4.1
  it('is shown and replaced by an operator, and then the customer reads it again', async () => {
    const operate = async (...args: string[]): Promise<string> => {
      const lines: string[] = [];
      const tell = (line: string): unknown => lines.push(line);
      const now = new Date();
      const command = readCommand([...args, '--client', tenant.clientId], { storeIds: [], now });
      const desk = { result: tell, say: tell, app: async () => test.app, now, ...NO_SETTINGS };
      expect(await command.run(desk)).toBe(true);
      return lines.join(' ');
    };
    const never = await etagOf();
    expect(await operate('pii-policy')).toBe(
      'Never saved: nothing is permitted. --summaries strict --permit none',
    );
    const options = ['--summaries', 'safe', '--permit', 'client_admin:raw_caller,client_staff:summary'];
    expect(await operate('set-pii-policy', ...options)).toBe(options.join(' '));
    expect((await get().expect(200)).body).toMatchObject({
      strict_summaries: false,
      permissions: { ...NONE, client_admin: ['raw_caller'], client_staff: ['summary'] },
      updated_by: 'admin',
    });
    expect((await put({ strict_summaries: true, permissions: {} }, never)).status).toBe(400);
    expect(await operate('set-pii-policy', '--permit', 'none')).toBe('--summaries strict --permit none');
  });

  describe('decides what is shown', () => {
    let projectId: string;
    beforeEach(async () => {
      projectId = await test.world.aProject(tenant);
    });
    const posted = async (fields: object = {}): Promise<string> => {
      const call = aCall(projectId, { ...PERSONAL, ...fields });
      await postCalls(test, tenant, [call]);
      return call['call_id'] as string;
    };
    const detail = async (callId: string, as: Headers): Promise<Body> =>
      (await test.request().get(`/v1/calls/${callId}`).set(as).expect(200)).body as Body;
    const kindsFor = async (callId: string, as: Headers): Promise<unknown> =>
      ((await detail(callId, as))['compliance'] as Body)['pii_kinds'];

    // Fails if a partner can grant itself what its customer has never granted. privacy 1.4
    it('and no project grants anything where there is none', async () => {
      const partner = bearer((await test.world.aUser(tenant, { role: 'partner_admin' })).token());
      await test.world.projectGovernance(tenant, projectId, {
        piiPermissions: { partner_admin: EVERY_KIND, client_admin: EVERY_KIND },
      });
      const callId = await posted();
      expect(await kindsFor(callId, partner)).toEqual([]);
      expect(await kindsFor(callId, admin)).toEqual([]);
      await save({ client_admin: EVERY_KIND });
      expect(await kindsFor(callId, partner)).toEqual([]);
      expect(await kindsFor(callId, admin)).toEqual(EVERY_KIND);
      await save({ partner_admin: EVERY_KIND });
      expect(await kindsFor(callId, partner)).toEqual(EVERY_KIND);
      expect(await kindsFor(callId, admin)).toEqual([]);
    });

    // Fails if a place that shows summaries forgets that the tenant is strict. privacy 3.3
    it.each([
      [true, null, 'withheld'],
      [false, CLEAN, 'available'],
    ] as const)('of summaries to those without permission, strict %s', async (isStrict, shown, status) => {
      await save({ client_manager: ['summary'] }, isStrict);
      const callId = await posted({ summary: CLEAN });
      const at = (path: string, as: Headers) => test.request().get(`/v1/calls/${callId}${path}`).set(as);
      for (const [as, summary, summaryStatus] of [
        [admin, shown, status],
        [bearer((await test.world.aUser(tenant, { role: 'client_manager' })).token()), CLEAN, 'available'],
      ] as const) {
        expect(await detail(callId, as)).toMatchObject({
          summary,
          compliance: { summary_status: summaryStatus },
        });
        const preview = await at('/inline-preview', as).expect(200);
        expect(preview.body).toMatchObject({ summary, summary_status: summaryStatus });
        for (const profile of [LEGACY, V1]) {
          const file = await test
            .request()
            .post('/v1/calls/export')
            .set(as)
            .send({ ...profile, project_id: projectId, start_date: '2026-10-01', end_date: '2026-10-31' });
          expect(file.status, file.text).toBe(200);
          expect(file.text.includes(CLEAN)).toBe(summary !== null);
          await test.world.sql('DELETE FROM throttle_hits');
        }
        for (const path of ['/transcript-download', '/transcript/pdf']) {
          expect((await at(path, as)).text ?? '').not.toContain(CLEAN);
        }
        const list = await test.request().get('/v1/calls/list').set(as).expect(200);
        expect(list.text).not.toContain(CLEAN);
      }
    });

    it('says that there is no summary where there is none, also to the strict', async () => {
      await save({});
      const callId = await posted({ summary: undefined });
      expect(await detail(callId, admin)).toMatchObject({
        summary: null,
        compliance: { summary_status: 'none' },
      });
    });
  });
});
