import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from './callers.js';

const PATH = '/v1/security/ip-allowlist';
const OFFICE = { network: '203.0.113.0/24', label: 'Office in Sydney' };
const INSIDE = '203.0.113.77';
const OUTSIDE = '198.51.100.1';

// One proxy is trusted: the test acts as that proxy, so the last address in X-Forwarded-For is the
// caller's.
describe('the allowlist that a client_admin keeps', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: TestUser;

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
  });

  const get = (from = INSIDE): Test =>
    test.request().get(PATH).set(bearer(admin.token())).set('X-Forwarded-For', from);
  const put = (body: object, etag?: string, from = INSIDE): Test => {
    const request = test.request().put(PATH).set(bearer(admin.token())).set('X-Forwarded-For', from);
    return (etag === undefined ? request : request.set('If-Match', etag)).send(body);
  };
  const etagOf = async (): Promise<string> => (await get().expect(200)).get('ETag')!;
  const errorOf = ({ body }: Response): Record<string, unknown> =>
    (body as { error: Record<string, unknown> }).error;

  // access 8.5, 8.6
  it('is empty first, and holds what was saved, in one spelling', async () => {
    const first = await get().expect(200);
    expect(first.body).toMatchObject({
      client_id: tenant.clientId,
      data_env: 'prod',
      entries: [],
      caller_address: INSIDE,
    });
    const sent = {
      entries: [{ network: '2001:DB8::/32' }, OFFICE, { network: '203.0.113.7', label: 'Mei' }],
    };
    const saved = await put(sent, first.get('ETag')).expect(200);
    expect(saved.body).toMatchObject({
      entries: [OFFICE, { network: '203.0.113.7/32', label: 'Mei' }, { network: '2001:db8::/32', label: '' }],
    });
    expect((await get().expect(200)).body).toEqual(saved.body);
    const last = await put({ entries: [{ ...OFFICE, label: 'Head office' }] }, saved.get('ETag')).expect(200);
    expect(last.body).toMatchObject({ entries: [{ ...OFFICE, label: 'Head office' }] });
    const rows = await test.world.sql<{ metadata: object }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'ip_allowlist.saved' ORDER BY event_id`,
      [tenant.clientId],
    );
    expect(rows.map(({ metadata }) => metadata)).toMatchObject([
      { entries: 3, previous_entries: 0, excludes_caller: false },
      { entries: 1, previous_entries: 3, excludes_caller: false },
    ]);
  });

  // access 8.4, 8.7: a dual-stack socket reports IPv4 addresses in IPv6 form.
  it.each(['::ffff:203.0.113.77', '::ffff:cb00:714d'])(
    'shows an address that it takes as a network: %s',
    async (from) => {
      const answer = await get(from).expect(200);
      const { caller_address: shown } = answer.body as { caller_address: string };
      expect(shown).toBe(INSIDE);
      await put({ entries: [{ network: shown }] }, await etagOf(), from).expect(200);
    },
  );

  // access 8.5
  it('takes networks alone, each once', async () => {
    const entries = [
      OFFICE,
      { network: '203.0.113.7/24' },
      { network: 'office' },
      { network: '203.0.113.0/24' },
    ];
    const refused = await put({ entries }, await etagOf());
    expect([refused.status, errorOf(refused)]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        details: {
          field_errors: [
            { field: 'entries.1.network', message: 'has bits set after its prefix: send 203.0.113.0/24' },
            { field: 'entries.2.network' },
            { field: 'entries.3.network', message: 'must not be listed twice' },
          ],
        },
      },
    ]);
  });

  // access 8.6
  it('is replaced by one who has read it', async () => {
    const etag = await etagOf();
    for (const header of [undefined, '*']) await put({ entries: [] }, header).expect(428);
    await put({ entries: [OFFICE] }, etag).expect(200);
    const stale = await put({ entries: [] }, etag);
    expect([stale.status, errorOf(stale)]).toMatchObject([400, { code: 'stale_settings' }]);
    const now = await etagOf();
    const both = await Promise.all(
      ['One', 'Two'].map((label) => put({ entries: [{ ...OFFICE, label }] }, now)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  // access 8.7; errors 3.13
  it('shuts out the one who saves it only where that is wanted', async () => {
    const etag = await etagOf();
    const refused = await put({ entries: [OFFICE] }, etag, OUTSIDE);
    expect([refused.status, errorOf(refused)]).toMatchObject([409, { code: 'allowlist_excludes_caller' }]);
    await get(OUTSIDE).expect(200);
    await put({ entries: [OFFICE], force: true }, etag, OUTSIDE).expect(200);
    await get(OUTSIDE).expect(403);
    await get(INSIDE).expect(200);
  });

  // access 8.5
  it('holds within a second for people and for keys, and only while it is stored', async () => {
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const staff = await test.world.aUser(tenant, { role: 'client_staff' });
    const asKey = () =>
      test.request().get('/internal/v1/waiting-tests').set({ 'X-API-Key': key, 'X-Forwarded-For': OUTSIDE });
    const asStaff = () =>
      test.request().get('/v1/calls/list').set(bearer(staff.token())).set('X-Forwarded-For', OUTSIDE);
    await asKey().expect(200);
    await asStaff().expect(200);
    await put({ entries: [OFFICE] }, await etagOf()).expect(200);
    await asStaff().expect(403);
    await eventually(() => asKey().expect(403));
    await put({ entries: [] }, await etagOf()).expect(200);
    await asStaff().expect(200);
    await eventually(() => asKey().expect(200));
  });
});
