import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { inStore, waitersFor, whileLocked } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';
import { bearer } from '../access/callers.js';
import { dumpOf } from '../privacy/canaries.js';
import { EVERY_KIND, SUMMARY } from '../calls/personal-call.js';
import { codeOf, idOf, kindsIn, UnlockStage, type Body } from './unlock-stage.js';

const START = '2026-10-11T00:00:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOTE = 'Wilhelmina Thrapplebury says the emu was never booked.';

describe('unlocks', () => {
  const clock = new TestClock(new Date(START));
  const test = useTestApp({ clock });
  let stage: UnlockStage;

  beforeEach(async () => {
    clock.set(START);
    await test.world.sql('DELETE FROM throttle_hits');
    stage = await UnlockStage.open(test);
  });

  const states = async (): Promise<unknown[]> => {
    return (await stage.read(stage.at(), stage.admin)).items.map(({ state }) => state);
  };

  // unlocks 1.2, 2.1, 2.5, 3.1, 3.3, 4.1
  it('open a call to one person for 15 minutes from the first look, and count each look', async () => {
    const { manager, admin } = stage;
    const asked = await stage.ask({ kinds: EVERY_KIND, note: NOTE }).expect(201);
    const unlockId = idOf(asked);
    expect(asked.body).toEqual({
      unlock_id: unlockId,
      call_id: stage.callId,
      state: 'requested',
      expires_at_utc: '2026-10-12T00:00:00.000Z',
    });
    expect(kindsIn(await stage.detail())).toEqual([]);
    clock.advance(HOUR);
    expect((await stage.act(unlockId, 'approve', admin).expect(200)).body).toMatchObject({
      state: 'approved',
      expires_at_utc: '2026-10-12T01:00:00.000Z',
    });
    clock.advance(HOUR);
    const detail = await stage.detail();
    expect(kindsIn(detail)).toEqual(EVERY_KIND);
    expect(detail['compliance']).toMatchObject({ pii_kinds: EVERY_KIND });
    const text = await stage.get(`/v1/calls/${stage.callId}/transcript-download`).expect(200);
    expect(text.text).toContain('Text: as spoken');
    await stage.get(`/v1/calls/${stage.callId}/transcript/pdf`).expect(200);
    expect(await stage.shown(unlockId)).toEqual({
      unlock_id: unlockId,
      call_id: stage.callId,
      state: 'active',
      kinds: EVERY_KIND,
      reason_code: 'complaint',
      note: NOTE,
      requested_at_utc: START,
      requested_by: manager.userId,
      requested_role: 'client_manager',
      decided_at_utc: '2026-10-11T01:00:00.000Z',
      decided_by: admin.userId,
      first_look_at_utc: '2026-10-11T02:00:00.000Z',
      looks: 3,
      expires_at_utc: '2026-10-11T02:15:00.000Z',
      ended_at_utc: null,
      ended_by: null,
    });
    clock.advance(15 * MINUTE - 1);
    expect(kindsIn(await stage.detail())).toEqual(EVERY_KIND);
    clock.advance(1);
    expect(kindsIn(await stage.detail())).toEqual([]);
    expect(await stage.shown(unlockId)).toMatchObject({ state: 'expired', looks: 4 });
    const looks = await stage.audits('pii_unlock.looked');
    expect(looks.map(({ metadata }) => metadata)).toEqual(
      ['detail', 'transcript_txt', 'transcript_pdf', 'detail'].map((looked_at, at) => ({
        ...{ unlock_id: unlockId, call_id: stage.callId, kinds: 'raw_caller summary transcript' },
        ...{ looked_at, look: at + 1 },
      })),
    );
  });

  // unlocks 3.1, 3.2
  it('open nothing else, to nobody else', async () => {
    await stage.unlocked();
    const colleague = await test.world.aUser(stage.tenant, { role: 'client_manager' });
    const another = await stage.aCall();
    expect(kindsIn(await stage.detail(colleague))).toEqual([]);
    expect(kindsIn(await stage.detail(stage.manager, another))).toEqual([]);
    const list = await stage.get('/v1/calls/list', stage.manager, {
      start_date: '2026-10-01',
      end_date: '2026-10-31',
    });
    expect(JSON.stringify(list.body)).not.toContain(SUMMARY);
    const preview = await stage.get(`/v1/calls/${stage.callId}/inline-preview`).expect(200);
    expect(preview.body).toMatchObject({ summary: null });
    expect(kindsIn(await stage.detail())).toEqual(['transcript']);
    // In another role, the person has no unlock.
    await test.world.unlockPii(stage.tenant, 'client_staff', ...EVERY_KIND);
    await test.world.sql(
      `UPDATE portal_user_client_assignments SET role = 'client_staff' WHERE user_id = $1`,
      [stage.manager.userId],
    );
    expect(kindsIn(await stage.detail())).toEqual([]);
  });

  // unlocks 1.3
  it('are asked only for kinds that the policy unlocks for the role', async () => {
    const { tenant, manager, admin, project } = stage;
    expect((await stage.get(stage.at()).expect(200)).body).toEqual({
      items: [],
      unlockable_kinds: EVERY_KIND,
    });
    await test.world.permitPii(tenant, 'client_manager', 'summary');
    expect((await stage.get(stage.at()).expect(200)).body).toMatchObject({
      unlockable_kinds: ['raw_caller', 'transcript'],
    });
    for (const [body, as, named] of [
      [{ kinds: ['summary'] }, manager, 'for this call raw_caller, transcript'],
      [{ kinds: ['transcript', 'summary'] }, manager, 'for this call raw_caller, transcript'],
      [{ kinds: ['transcript'] }, admin, 'for this call there are none'],
      [{ kinds: [] }, manager, 'must not be empty'],
      [{ kinds: ['everything'] }, manager, 'must be a list of'],
      [{ reason_code: 'curiosity' }, manager, 'must be one of'],
      [{ reason_code: 'other' }, manager, 'is required if reason_code is other; say why you need the data'],
      [{ note: 'x'.repeat(501) }, manager, 'note'],
    ] as const) {
      const refused = await stage.ask(body, as);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining(named)]);
    }
    await test.world.projectGovernance(tenant, project, {
      piiPermissions: { client_manager: ['raw_caller'] },
    });
    expect((await stage.get(stage.at()).expect(200)).body).toMatchObject({
      unlockable_kinds: ['raw_caller'],
    });
  });

  // privacy 2.8
  it('open to a role what the saved policy says, and nothing where a save leaves it out', async () => {
    const save = async (unlockable?: object): Promise<Body> => {
      const path = '/v1/privacy/pii-policy';
      const { etag } = (await stage.get(path, stage.admin).expect(200)).body as { etag: string };
      const body = { strict_summaries: true, permissions: {}, ...(unlockable && { unlockable }) };
      const headers = { ...bearer(stage.admin.token()), 'If-Match': `"${etag}"` };
      return (await test.request().put(path).set(headers).send(body)).body as Body;
    };
    const none = Object.fromEntries(PORTAL_ROLES.map((role) => [role, []]));
    expect(await save({ client_manager: ['summary'] })).toMatchObject({
      unlockable: { ...none, client_manager: ['summary'] },
    });
    expect((await stage.get(stage.at()).expect(200)).body).toMatchObject({ unlockable_kinds: ['summary'] });
    expect(await save({ 'full-access': ['summary'] })).toMatchObject({ error: { code: 'validation_error' } });
    expect(await save()).toMatchObject({ unlockable: none });
    expect((await stage.get(stage.at()).expect(200)).body).toMatchObject({ unlockable_kinds: [] });
  });

  // unlocks 2.2, 2.3
  it('are decided by another administrator, once', async () => {
    const { admin, other, manager, tenant } = stage;
    await test.world.unlockPii(tenant, 'client_admin', 'transcript');
    const own = idOf(await stage.ask({}, admin).expect(201));
    expect(codeOf(await stage.act(own, 'approve', admin))).toBe('409 unlock_own_request');
    expect(codeOf(await stage.act(own, 'deny', admin))).toBe('409 unlock_own_request');
    const unlockId = idOf(await stage.ask().expect(201));
    expect((await stage.act(unlockId, 'approve', manager)).status).toBe(404);
    const store = test.databases.superuser.storeUrls.get('store-a')!;
    const answers = await whileLocked(store, 'call_pii_unlocks IN EXCLUSIVE MODE', async (unlock) => {
      const both = [stage.act(unlockId, 'approve', admin), stage.act(unlockId, 'deny', other)].map((it) =>
        it.then(codeOrState),
      );
      await eventually(async () => {
        expect(await waitersFor(store, 'call_pii_unlocks')).toBe(2);
      });
      await unlock();
      return Promise.all(both);
    });
    expect(answers.filter((it) => it === '409 unlock_settled')).toHaveLength(1);
    expect(answers.filter((it) => it === 'approved' || it === 'denied')).toHaveLength(1);
    expect(codeOf(await stage.act(unlockId, 'approve', other))).toBe('409 unlock_settled');
  });

  // unlocks 2.1, 2.2
  it('expire without a decision, and without a look, after 24 hours', async () => {
    const first = idOf(await stage.ask().expect(201));
    clock.advance(24 * HOUR - 1);
    expect(codeOf(await stage.ask())).toBe('409 unlock_open');
    clock.advance(1);
    expect(codeOf(await stage.act(first, 'approve', stage.admin))).toBe('409 unlock_settled');
    await stage.unlocked();
    clock.advance(24 * HOUR);
    expect(kindsIn(await stage.detail())).toEqual([]);
    expect(await states()).toEqual(['expired', 'expired']);
  });

  // unlocks 2.4
  it('end at once, by their person or by an administrator', async () => {
    const { manager, admin, other } = stage;
    const colleague = await test.world.aUser(stage.tenant, { role: 'client_manager' });
    for (const [as, by] of [
      [manager, manager],
      [manager, other],
    ] as const) {
      const unlockId = await stage.unlocked({}, as);
      expect(kindsIn(await stage.detail())).toEqual(['transcript']);
      expect((await stage.act(unlockId, 'end', colleague)).status).toBe(404);
      await stage.act(unlockId, 'end', by).expect(200);
      expect(kindsIn(await stage.detail())).toEqual([]);
      expect(codeOf(await stage.act(unlockId, 'end', by))).toBe('409 unlock_settled');
      expect(await stage.shown(unlockId)).toMatchObject({ state: 'ended', ended_by: by.userId, looks: 1 });
    }
    const asked = idOf(await stage.ask().expect(201));
    await stage.act(asked, 'end', manager).expect(200);
    const denied = idOf(await stage.ask().expect(201));
    await stage.act(denied, 'deny', admin).expect(200);
    expect(kindsIn(await stage.detail())).toEqual([]);
    expect((await states()).toSorted()).toEqual(['denied', 'ended', 'ended', 'ended']);
    expect((await stage.get(stage.at(), colleague).expect(200)).body).toMatchObject({ items: [] });
    expect((await stage.get(stage.at(stage.callId, `/${denied}`), colleague)).status).toBe(404);
  });

  // unlocks 2.6
  it('are listed page by page for administrators, by their state now', async () => {
    const { admin } = stage;
    const ids: string[] = [];
    const calls = [stage.callId, await stage.aCall(), await stage.aCall(), await stage.aCall()];
    for (const callId of calls) {
      clock.advance(MINUTE);
      ids.unshift(idOf(await stage.ask({ note: NOTE }, stage.manager, callId).expect(201)));
    }
    await stage.act(ids[0]!, 'approve', admin, calls[3]).expect(200);
    await stage.detail(stage.manager, calls[3]);
    await stage.act(ids[1]!, 'approve', admin, calls[2]).expect(200);
    await stage.act(ids[2]!, 'deny', admin, calls[1]).expect(200);
    const page = (query: object) => stage.read('/v1/security/pii-unlock-requests', admin, query);
    const first = await page({ page_size: 3 });
    expect(first.items.map((it) => [it['unlock_id'], it['state'], it['note']])).toEqual([
      [ids[0], 'active', NOTE],
      [ids[1], 'approved', NOTE],
      [ids[2], 'denied', NOTE],
    ]);
    const rest = await page({ page_size: 3, cursor: first.next_cursor });
    expect(rest.items.map((it) => it['unlock_id'])).toEqual([ids[3]]);
    expect(rest.next_cursor).toBeUndefined();
    const of = async (state: string): Promise<unknown[]> =>
      (await page({ state })).items.map((it) => it['unlock_id']);
    expect(await of('requested')).toEqual([ids[3]]);
    expect(await of('active')).toEqual([ids[0]]);
    expect(await of('approved')).toEqual([ids[1]]);
    clock.advance(15 * MINUTE - 1);
    expect(await of('expired')).toEqual([]);
    clock.advance(1);
    expect(await of('expired')).toEqual([ids[0]]);
    expect(await of('denied')).toEqual([ids[2]]);
    const wrong = await stage.get('/v1/security/pii-unlock-requests', admin, {
      cursor: first.next_cursor,
      state: 'denied',
    });
    expect(codeOf(wrong)).toBe('400 validation_failed');
    expect((await stage.get('/v1/security/pii-unlock-requests')).status).toBe(404);
  });

  // unlocks 1.4
  it('keep notes sealed', async () => {
    await stage.ask({ note: NOTE }).expect(201);
    const [row] = await inStore<{ note_encrypted: Buffer }>(
      test,
      'SELECT note_encrypted FROM call_pii_unlocks WHERE client_id = $1',
      [stage.tenant.clientId],
    );
    expect(row!.note_encrypted.toString('latin1')).not.toContain('Thrapplebury');
    expect((await dumpOf(test.databases.superuser.storeUrls.get('store-a')!)).toLowerCase()).not.toContain(
      'thrapplebury',
    );
  });
});

const codeOrState = (response: Parameters<typeof codeOf>[0]): string =>
  response.status === 200 ? (response.body as { state: string }).state : codeOf(response);
