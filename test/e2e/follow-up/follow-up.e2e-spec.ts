import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { LegalHolds } from '../../../src/features/calls/caller-data/legal-holds.service.js';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { startKeyless } from '../../support/keyless-app.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { dumpOf } from '../privacy/canaries.js';
import { dropCallsBefore, eraseCaller, NOTE, NUMBER, tracesIn } from './followed-caller.js';

type Body = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

const OPEN = { state: 'open', owner: null, due_at_utc: null, tags: [] };
const SETTINGS = '/v1/calls/follow-ups/settings';

describe('follow-up on calls', () => {
  const clock = new TestClock(new Date('2026-10-11T00:00:00.000Z'));
  const test = useTestApp({ clock });
  let tenant: TestTenant;
  let project: string;
  let adminUser: TestUser;
  let admin: Headers;
  let staff: Headers;
  let callId: string;

  beforeEach(async () => {
    clock.set('2026-10-11T00:00:00.000Z');
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    adminUser = await test.world.aUser(tenant, { role: 'client_admin' });
    admin = bearer(adminUser.token());
    staff = bearer((await test.world.aUser(tenant, { role: 'client_staff' })).token());
    await test.world.permitPii(tenant, 'client_admin', 'summary');
    callId = await post({});
  });

  const post = async (fields: object, of = project): Promise<string> => {
    const call = aCall(of, { caller_number: NUMBER, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  };
  const get = (path: string, query: object = {}, as: Headers = admin): Test =>
    test.request().get(path).set(as).query(query);
  const at = (id = callId): string => `/v1/calls/${id}/follow-up`;
  const put = (body: object, etag: string | null, { id = callId, as = admin, path = at(id) } = {}): Test => {
    const request = test.request().put(path).set(as);
    return (etag === null ? request : request.set('If-Match', etag)).send(body);
  };
  const shown = async (id = callId, as: Headers = admin): Promise<Body> =>
    (await get(at(id), {}, as).expect(200)).body as Body;
  const queue = async (query: object = {}, as: Headers = admin): Promise<string[]> => {
    const { body } = (await get('/v1/calls/follow-ups', query, as).expect(200)) as { body: unknown };
    const { items, pagination } = body as { items: { follow_up: Body }[]; pagination: Body };
    expect(pagination['total_records']).toBe(items.length);
    return items.map(({ follow_up: it }) => it['call_id'] as string);
  };
  const listed = async (query: object): Promise<unknown[]> => {
    const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
    const { body } = (await get('/v1/calls/list', { ...range, ...query }).expect(200)) as { body: unknown };
    return (body as { items: Body[] }).items.map((it) => it['call_id']).toSorted();
  };
  const codeOf = ({ body }: Response): unknown => (body as { error: Body }).error['code'];
  const audits = (action: string): Promise<Body[]> =>
    inStore(test, 'SELECT metadata FROM audit_outbox WHERE client_id = $1 AND action = $2', [
      tenant.clientId,
      action,
    ]);
  // follow-up 1.1, 2.1, 2.2, 2.3, 2.6, 6.1
  it('is saved whole over the state that was read, and audited without its words', async () => {
    const none = await shown();
    expect(none).toEqual({
      call_id: callId,
      state: null,
      reason: null,
      owner: null,
      due_at_utc: null,
      note: null,
      note_status: 'none',
      tags: [],
      etag: '0',
      created_at_utc: null,
      updated_at_utc: null,
      updated_by: null,
    });
    const body = {
      ...OPEN,
      owner: adminUser.userId,
      due_at_utc: '2026-10-12T04:00:00Z',
      note: NOTE,
      tags: ['Quote', 'zoë'],
    };
    expect((await put(body, null)).status).toBe(428);
    expect((await put(body, '*')).status).toBe(428);
    const saved = await put(body, '0').expect(200);
    expect([saved.body, saved.get('ETag')]).toEqual([{ call_id: callId, state: 'open', etag: '1' }, '"1"']);
    const now = '2026-10-11T00:00:00.000Z';
    expect(await shown()).toEqual({
      call_id: callId,
      state: 'open',
      reason: 'by_hand',
      owner: { user_id: adminUser.userId, display_name: adminUser.subject },
      due_at_utc: '2026-10-12T04:00:00.000Z',
      note: NOTE,
      note_status: 'available',
      tags: ['quote', 'zoë'],
      etag: '1',
      created_at_utc: now,
      updated_at_utc: now,
      updated_by: adminUser.userId,
    });
    const stale = await put(OPEN, '0').expect(409);
    expect(stale.body).toMatchObject({ error: { code: 'conflict', stale: { sent: '0', current: '1' } } });
    // Omitting the note keeps it; null removes it.
    await put({ ...OPEN, state: 'done' }, '1').expect(200);
    expect(await shown()).toMatchObject({ state: 'done', owner: null, note: NOTE, tags: [] });
    await put({ ...OPEN, note: null }, '2').expect(200);
    expect(await shown()).toMatchObject({ note: null, note_status: 'none' });
    const [first] = await audits('call_follow_up.saved');
    expect(first!['metadata']).toEqual({
      call_id: callId,
      state: 'open',
      owner: adminUser.userId,
      has_note: true,
      tags: 2,
      revision: 1,
    });
    const both = await Promise.all([put(OPEN, '3'), put({ ...OPEN, tags: ['other'] }, '3')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  // follow-up 2.2, 2.5, 2.6
  it.each<[string, object, string]>([
    ['another state', { state: 'closed' }, 'state'],
    ['an owner without a role', { owner: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' }, 'owner'],
    ['a day for an instant', { due_at_utc: '2026-10-12' }, 'due_at_utc'],
    ['a blank note', { note: ' ' }, 'note'],
    ['a number for a tag', { tags: ['0491 570 156'] }, 'tags'],
    ['a tag that is too long', { tags: ['x'.repeat(41)] }, 'tags'],
    ['tags that are alike', { tags: ['quote', 'Quote '] }, 'tags'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'tags'],
    ['a field that is not known', { phone: NUMBER }, 'phone'],
  ])('refuses %s, naming the field', async (_, change, field) => {
    const { body, status } = (await put({ ...OPEN, ...change }, '0')) as { body: unknown; status: number };
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
    expect((await shown())['etag']).toBe('0');
  });

  // follow-up 2.4; privacy 3.3
  it('shows a note as a summary is shown, and lets those write it who are shown it', async () => {
    await put({ ...OPEN, note: NOTE }, '0').expect(200);
    const refused = await put({ ...OPEN, note: 'Mine.' }, '1', { as: staff });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'note_withheld']);
    expect(await shown(callId, staff)).toMatchObject({ note: null, note_status: 'withheld', state: 'open' });
    await put({ ...OPEN, tags: ['seen'] }, '1', { as: staff }).expect(200);
    expect(await shown()).toMatchObject({ note: NOTE, tags: ['seen'] });
    await test.world.strictSummaries(tenant, false);
    expect(await shown(callId, staff)).toMatchObject({ note: NOTE, note_status: 'available' });
    await put({ ...OPEN, note: 'Reach them on 0491 570 156.' }, '2').expect(200);
    expect(await shown(callId, staff)).toMatchObject({ note: null, note_status: 'withheld' });
    expect((await put({ ...OPEN, note: null }, '3', { as: staff })).status).toBe(409);
  });

  // follow-up 1.3, 3.1, 3.2, 3.3; calls 4.2
  it('queues what is open by its due time, and filters the list of calls alike', async () => {
    const other = await test.world.aProject(tenant);
    const ids = [callId, await post({}), await post({}), await post({}, other)] as const;
    const late = { ...OPEN, due_at_utc: '2026-10-13T00:00:00Z', tags: ['quote'] };
    await put(late, '0', { id: ids[0] }).expect(200);
    clock.set('2026-10-11T01:00:00.000Z');
    await put({ ...OPEN, owner: adminUser.userId }, '0', { id: ids[1] }).expect(200);
    await put({ ...late, due_at_utc: '2026-10-12T00:00:00Z' }, '0', { id: ids[3] }).expect(200);
    await put({ ...OPEN, state: 'done' }, '0', { id: ids[2] }).expect(200);
    expect(await queue()).toEqual([ids[3], ids[0], ids[1]]);
    expect(await queue({ tag: 'QUOTE' })).toEqual([ids[3], ids[0]]);
    expect(await queue({ tag: 'QUOTE', project_id: project })).toEqual([ids[0]]);
    expect(await queue({ owner: adminUser.userId })).toEqual([ids[1]]);
    expect(await queue({ state: 'done' })).toEqual([ids[2]]);
    for (const state of ['open', 'done'])
      expect(await listed({ follow_up: state })).toEqual((await queue({ state })).toSorted());
    expect(await listed({ follow_up_tag: 'Quote' })).toEqual([ids[0], ids[3]].toSorted());
    expect(await listed({ follow_up_owner: adminUser.userId, follow_up: 'open' })).toEqual([ids[1]]);
    const partner = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(partner, tenant, other);
    const as = bearer(partner.token());
    expect(await queue({}, as)).toEqual([ids[3]]);
    expect((await get(at(ids[0]), {}, as)).status).toBe(404);
    const stranger = await test.world.aTenant();
    const foreign = bearer((await test.world.aUser(stranger, { role: 'client_admin' })).token());
    expect(await queue({}, foreign)).toEqual([]);
    const answers = [
      put(OPEN, '0', { id: ids[0], as: foreign }),
      put(OPEN, '0', { id: 'absent', as: foreign }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404]);
    const page = await get('/v1/calls/follow-ups', { page: 2, page_size: 2 }).expect(200);
    expect(page.body).toMatchObject({
      items: [
        {
          project_id: project,
          project_name: project,
          direction: 'inbound',
          call_status: 'completed',
          started_at_utc: '2026-10-10T01:00:00.000Z',
          caller_display: '+61 *** *** 665',
          follow_up: { call_id: ids[1], owner: { display_name: adminUser.subject } },
        },
      ],
      pagination: { page: 2, page_size: 2, total_records: 3, total_pages: 2 },
    });
  });

  // follow-up 4.1, 4.2
  it('is opened by rules that an administrator switches on, for reports from then on', async () => {
    const missed = { call_status: 'missed', ended_at_utc: null, duration_seconds: 0 };
    await post(missed);
    const never = await get(SETTINGS).expect(200);
    expect(never.body).toMatchObject({ missed_inbound: false, upset_callers: false, source: 'default' });
    const save = (body: object, etag: string): Test => put(body, etag, { path: SETTINGS });
    const on = { missed_inbound: true, upset_callers: true };
    const { body } = (await save(on, '0').expect(200)) as { body: unknown };
    expect(body).toMatchObject({ ...on, source: 'saved', etag: '1', updated_by: adminUser.userId });
    const stale = await save(on, '0').expect(400);
    expect(codeOf(stale)).toBe('stale_settings');
    expect(await queue()).toEqual([]);
    const byRule = await post(missed);
    const upset = await post({ sentiment: 'negative' });
    await post({ ...missed, direction: 'outbound' });
    await post({ sentiment: 'positive' });
    await post({ ...missed, started_at_utc: '2026-10-03T23:59:59.000Z' });
    const open = await post({ call_status: 'in_progress', sentiment: 'negative', ended_at_utc: null });
    expect((await queue()).toSorted()).toEqual([byRule, upset].toSorted());
    expect(await shown(byRule)).toMatchObject({ reason: 'missed_inbound', updated_by: null, etag: '1' });
    expect(await shown(upset)).toMatchObject({ reason: 'upset_caller' });
    // A follow-up that a person has settled stays settled.
    await put({ ...OPEN, state: 'done' }, '1', { id: byRule }).expect(200);
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const again = [
      aCall(project, { ...missed, call_id: byRule, revision: 2 }),
      aCall(project, { call_id: open, revision: 2, sentiment: 'negative' }),
    ];
    await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(again).expect(200);
    expect((await queue()).toSorted()).toEqual([open, upset].toSorted());
    await save({ missed_inbound: false, upset_callers: false }, '1').expect(200);
    await post(missed);
    expect(await queue()).toHaveLength(2);
    expect(await audits('call_follow_up.settings_saved')).toHaveLength(2);
  });

  // follow-up 2.3, 2.4, 2.5, 5.1, 5.2, 6.1; privacy 6.6
  it('is in no store and no log but sealed, goes with the data of the caller, and takes no more', async () => {
    const held = await post({});
    const key = crypto.randomUUID();
    const body = { ...OPEN, note: NOTE, tags: ['Ostrich matter'] };
    await put(body, '0').set('Idempotency-Key', key).expect(200);
    const replay = await put(body, '0').set('Idempotency-Key', key).expect(200);
    expect([replay.get('Idempotent-Replayed'), tracesIn(replay.text)]).toEqual(['true', []]);
    await put(body, '0', { id: held }).expect(200);
    const { metadataUrl, storeUrls } = test.databases.superuser;
    const traces = async (): Promise<string[]> =>
      tracesIn([await dumpOf(metadataUrl), await dumpOf(storeUrls.get('store-a')!), test.logs()].join('\n'));
    expect(await traces()).toEqual([]);
    const hold = systemContext(tenant, 'admin');
    await test.app.get(LegalHolds).change(hold, { callId: held }, true);
    await eraseCaller(test, tenant);
    expect(await queue()).toEqual([held]);
    expect(await shown()).toMatchObject({ state: null, note_status: 'none', tags: [], etag: '0' });
    const refused = await put(OPEN, '0');
    expect([refused.status, codeOf(refused)]).toEqual([409, 'call_erased']);
    const rows = await inStore(test, 'SELECT 1 FROM call_follow_ups WHERE client_id = $1', [tenant.clientId]);
    expect(rows).toHaveLength(1);
    // A call that was stored without a number and turns out to belong to an erased caller.
    const late = await post({ caller_number: null });
    await put(body, '0', { id: late }).expect(200);
    const ingest = await test.world.aKey(tenant, 'runtime-ingest');
    const named = aCall(project, { call_id: late, revision: 2, caller_number: NUMBER });
    await test.request().post('/internal/v1/calls').set('X-API-Key', ingest).send([named]).expect(200);
    expect(await shown(late)).toMatchObject({ state: null, note_status: 'none' });
  });

  // follow-up 2.4, 2.7
  it('withholds what no longer opens, and is 503 as long as a key is unavailable', async () => {
    const key = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
    await put({ ...OPEN, note: NOTE, tags: ['quote'] }, '0').expect(200);
    const keyless = await startKeyless(test);
    try {
      const ask = [
        keyless.request().get(at()).set(key),
        keyless.request().get('/v1/calls/follow-ups').set(key),
        keyless.request().put(at()).set(key).set('If-Match', '1').send(OPEN),
      ];
      expect((await Promise.all(ask)).map(({ status }) => status)).toEqual([503, 503, 503]);
    } finally {
      await keyless.close();
      admitCredentialsOf(test);
    }
    await inStore(
      test,
      `UPDATE call_follow_ups SET contents_encrypted = set_byte(contents_encrypted, length(contents_encrypted) - 1,
         255 - get_byte(contents_encrypted, length(contents_encrypted) - 1)) WHERE client_id = $1 AND call_id = $2`,
      [tenant.clientId, callId],
    );
    expect(await shown()).toMatchObject({ state: 'open', note: null, note_status: 'withheld', tags: [] });
    expect(await queue()).toEqual([callId]);
    expect(codeOf(await put(OPEN, '1').expect(409))).toBe('note_withheld');
    expect(await shown()).toMatchObject({ etag: '1' });
  });

  // follow-up 5.3
  it('goes when retention drops its call', async () => {
    const old = await post({ started_at_utc: '2024-03-10T01:00:00.000Z', ended_at_utc: null });
    await put({ ...OPEN, note: NOTE }, '0', { id: old }).expect(200);
    await dropCallsBefore(test, new Date('2024-04-01'));
    const rows = await inStore(test, 'SELECT 1 FROM call_follow_ups WHERE call_id = $1', [old]);
    expect(rows).toEqual([]);
  });
});
