import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';
import { atDepth, someOf } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { codeOf, SupportStage, TICKETS, type Body } from './support-stage.js';

const START = '2026-10-30T00:00:00.000Z';
const ABSENT = '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11';

describe('who sees a ticket', () => {
  const clock = new TestClock(new Date(START));
  const test = useSharedApp({ clock });
  let stage: SupportStage;
  let other: SupportStage;
  const people = new Map<PortalRole, TestUser>();

  beforeAll(async () => {
    stage = await SupportStage.open(test);
    other = await SupportStage.open(test);
    for (const role of PORTAL_ROLES) people.set(role, await stage.aUser(role));
  });

  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  /** Roles that can see the ticket through its own route. */
  async function seers(ticketId: string): Promise<PortalRole[]> {
    const seen: PortalRole[] = [];
    for (const [role, person] of people) {
      const response = await stage.get(`${TICKETS}/${ticketId}`, person);
      expect([200, 404]).toContain(response.status);
      if (response.status === 200) seen.push(role);
      const listed = await stage.list(TICKETS, person, { page_size: 100 });
      const isListed = listed.items.some((it) => it['ticket_id'] === ticketId);
      expect([role, isListed]).toEqual([role, response.status === 200]);
    }
    return seen;
  }

  // support 5.7
  it('lists those who opened a visible ticket, and to staff alone its colleagues', async () => {
    const own = await SupportStage.open(test);
    const staffer = await own.aUser('client_staff');
    const manager = await own.aUser('client_manager');
    await own.aTicket({}, staffer);
    await own.aTicket({}, manager);
    await own.aTicket({}, manager);
    await own.aTicket({}, own.operator);
    await other.aTicket();
    const people = async (as: TestUser) => (await own.get('/v1/support/people', as).expect(200)).body as Body;
    const idsOf = (list: unknown) => (list as { user_id: string }[]).map(({ user_id }) => user_id);
    const all = [staffer, manager, own.operator].map(({ userId }) => userId).toSorted();
    const seen = await people(own.admin);
    expect(idsOf(seen['requesters']).toSorted()).toEqual(all);
    expect(seen['requesters']).toContainEqual({
      user_id: own.operator.userId,
      kind: 'staff',
      display_name: null,
    });
    expect(seen['assignees']).toEqual([]);
    expect(idsOf((await people(staffer))['requesters'])).toEqual([staffer.userId]);
    const ofStaff = await people(own.operator);
    expect(idsOf(ofStaff['requesters']).toSorted()).toEqual(all);
    expect(ofStaff['assignees']).toEqual([
      { user_id: own.operator.userId, kind: 'colleague', display_name: expect.any(String) as string },
    ]);
  });

  const EVERYONE: readonly PortalRole[] = [
    'partner_admin',
    'client_admin',
    'client_manager',
    'service_admin',
    'service_operator',
  ];
  const sorted = (roles: readonly PortalRole[]): PortalRole[] => roles.toSorted();

  // support 1.1, 2.1
  it('on every route a foreign ticket is like an absent one, and keys get 404', async () => {
    const foreign = await other.aTicket();
    const key = await test.world.aKey(stage.tenant, 'full-access');
    const routes = [
      ['get', ''],
      ['patch', ''],
      ['get', '/comments'],
      ['post', '/comments'],
      ['post', `/comments/${ABSENT}/redact`],
      ['get', '/related-calls'],
      ['post', '/related-calls/validate'],
      ['post', '/related-calls'],
      ['delete', '/related-calls/call-1'],
      ['get', '/recipients'],
      ['post', '/recipients'],
      ['delete', `/recipients/${ABSENT}`],
    ] as const;
    const body = (path: string): object =>
      path.endsWith('/comments')
        ? { text: 'Hello.' }
        : path.includes('related-calls')
          ? { call_ids: ['call-1'] }
          : path.endsWith('/recipients')
            ? { user_id: ABSENT }
            : {};
    const persons = [people.get('client_admin')!, people.get('service_operator')!];
    for (const [turn, [method, path]] of routes.entries())
      for (const person of atDepth({ ordinary: someOf(persons, 1, turn), full: persons })) {
        const send = (id: string) =>
          stage.send(method, `${TICKETS}/${id}${path}`, person).send(method === 'delete' ? {} : body(path));
        const answers = [await send(foreign), await send(ABSENT), await send('no-id')];
        expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 404, 404, 404]);
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
        const byKey = await test.request()[method](`${TICKETS}/${foreign}${path}`).set({ 'X-API-Key': key });
        expect([path, byKey.status]).toEqual([path, 404]);
      }
  });

  // support 2.2, 2.5
  it('is decided by role, project, and taking part', async () => {
    const partnerUser = people.get('partner_user')!;
    const staff = people.get('client_staff')!;
    expect(sorted(await seers(await stage.aTicket()))).toEqual(sorted(EVERYONE));
    const ofStaff = await stage.aTicket({}, staff);
    expect(sorted(await seers(ofStaff))).toEqual(sorted([...EVERYONE, 'client_staff']));
    const assigned = await test.world.aProject(stage.tenant);
    await test.world.assignProject(partnerUser, stage.tenant, assigned);
    const ofProject = await stage.aTicket({ project_id: assigned });
    expect(sorted(await seers(ofProject))).toEqual(sorted([...EVERYONE, 'partner_user']));
    for (const [person, role] of [
      [partnerUser, 'partner_user'],
      [staff, 'client_staff'],
    ] as const) {
      const id = await stage.aTicket();
      await stage.post(`${TICKETS}/${id}/recipients`, stage.admin, { user_id: person.userId }).expect(201);
      expect(sorted(await seers(id))).toEqual(sorted([...EVERYONE, role]));
      await stage.comment(id, person).expect(201);
    }
    expect(codeOf(await stage.create({ project_id: stage.project }, partnerUser))).toBe('404 Not found.');
  });

  // support 2.3
  it('of the category privacy is no partner, not even a recipient', async () => {
    const partner = people.get('partner_admin')!;
    const id = await stage.aTicket({ category: 'privacy' });
    for (const role of ['partner_admin', 'partner_user'] as const)
      await stage
        .post(`${TICKETS}/${id}/recipients`, stage.admin, { user_id: people.get(role)!.userId })
        .expect(201);
    expect(sorted(await seers(id))).toEqual(
      sorted(['client_admin', 'client_manager', 'service_admin', 'service_operator']),
    );
    expect(codeOf(await stage.create({ category: 'privacy' }, partner))).toBe('422 Validation error');
    const own = await stage.aTicket({}, partner);
    expect(codeOf(await stage.change(own, { category: 'privacy' }, partner))).toBe('422 Validation error');
    await stage.change(own, { category: 'privacy' });
    expect((await stage.get(`${TICKETS}/${own}`, partner)).status).toBe(404);
  });

  // support 2.4
  it('are internal comments staff, who alone write them', async () => {
    const id = await stage.aTicket();
    for (const [role, person] of people) {
      const response = await stage.comment(id, person, { visibility: 'internal' });
      const isStaff = role === 'service_admin' || role === 'service_operator';
      const isHidden = role === 'partner_user' || role === 'client_staff';
      expect([role, response.status]).toEqual([role, isStaff ? 201 : isHidden ? 404 : 422]);
    }
    expect(await stage.comments(id)).toHaveLength(1);
    expect(await stage.comments(id, stage.operator)).toHaveLength(3);
  });

  // support 9.1, 9.2, 9.3, 9.4
  it('sees its calls as far as the role sees calls', async () => {
    const partnerUser = people.get('partner_user')!;
    const assigned = await test.world.aProject(stage.tenant);
    await test.world.assignProject(partnerUser, stage.tenant, assigned);
    const mine = await stage.aCall(assigned, { caller_number: '+61491570006' });
    const hidden = await stage.aCall();
    const id = await stage.aTicket({ project_id: assigned, call_ids: [hidden] });
    const path = `${TICKETS}/${id}/related-calls`;
    const states = async (route: string, as: TestUser): Promise<unknown[]> => {
      const answer = await stage.post(route, as, { call_ids: [mine, hidden, 'no call'] }).expect(200);
      return (answer.body as { items: Body[] }).items.map(({ state }) => state);
    };
    expect(await states(`${path}/validate`, partnerUser)).toEqual(['attachable', 'not_found', 'not_found']);
    expect(await states(`${path}/validate`, stage.admin)).toEqual(['attachable', 'attached', 'not_found']);
    expect(await states(path, partnerUser)).toEqual(['attached', 'not_found', 'not_found']);
    const seen = async (as: TestUser): Promise<unknown> => {
      const { items, ...rest } = (await stage.get(path, as).expect(200)).body as { items: Body[] };
      return { calls: items.map(({ call_id }) => call_id).toSorted(), ...rest };
    };
    expect(await seen(partnerUser)).toEqual({ calls: [mine], not_visible_count: 1 });
    expect(await seen(stage.admin)).toEqual({ calls: [mine, hidden].toSorted(), not_visible_count: 0 });
    const [row] = (await stage.list(path, partnerUser)).items;
    expect(row).toMatchObject({ call: { call_id: mine, caller_display: '+61 *** *** 006' } });
    const about = async (as: TestUser, callId: string): Promise<unknown[]> =>
      (await stage.list(TICKETS, as, { call_id: callId })).items.map((it) => it['ticket_id']);
    expect([await about(partnerUser, mine), await about(partnerUser, hidden)]).toEqual([[id], []]);
    expect(codeOf(await stage.send('delete', `${path}/${hidden}`, partnerUser).send({}))).toBe(
      '404 Not found.',
    );
    await stage.send('delete', `${path}/${hidden}`, stage.admin).send({}).expect(200);
    expect(await stage.shown(id)).toMatchObject({ related_call_count: 1 });
    expect(codeOf(await stage.create({ call_ids: ['no call'] }))).toBe('404 Not found.');
    await stage.stored(
      `INSERT INTO support_related_calls (client_id, data_env, ticket_id, call_id, project_id, started_at, attached_at, attached_by)
       SELECT $1, 'prod', $2::uuid, 'gone-' || n, $3, now(), now(), 'test' FROM generate_series(1, 49) n`,
      [id, assigned],
    );
    expect(codeOf(await stage.post(path, stage.admin, { call_ids: [hidden] }))).toBe(
      '409 support_too_many_calls',
    );
  });

  // support 10.1, 10.2
  it('is told as a recipient, at most twenty of them', async () => {
    const id = await stage.aTicket();
    const path = `${TICKETS}/${id}/recipients`;
    const add = (body: object) => stage.post(path, stage.admin, body);
    const person = { user_id: people.get('client_manager')!.userId };
    const first = await add(person).expect(201);
    expect((await add(person).expect(201)).body).toEqual(first.body);
    expect(codeOf(await add({}))).toBe('422 Validation error');
    expect(codeOf(await add({ user_id: other.admin.userId }))).toBe('422 Validation error');
    expect(codeOf(await add({ address_id: ABSENT }))).toBe('422 Validation error');
    expect((await stage.list(path)).items).toMatchObject([
      { ...(first.body as Body), person: { kind: 'colleague' }, address: null },
    ]);
    await stage.stored(
      `INSERT INTO support_recipients (client_id, data_env, ticket_id, recipient_id, user_id, added_at, added_by)
       SELECT $1, 'prod', $2::uuid, gen_random_uuid(), 'person-' || n, now(), 'test' FROM generate_series(1, 19) n`,
      [id],
    );
    expect(codeOf(await add({ user_id: stage.operator.userId }))).toBe('409 support_too_many_recipients');
    const { recipient_id: recipientId } = first.body as { recipient_id: string };
    await stage.send('delete', `${path}/${recipientId}`, stage.admin).send({}).expect(200);
    await add({ user_id: stage.operator.userId }).expect(201);
  });

  // support 1.1
  it('is none while a client is set up, and needs a client for internal roles', async () => {
    const setUp = await test.world.aTenant({ storeId: null });
    await test.world.sql(`UPDATE clients SET status = 'provisioning' WHERE client_id = $1`, [setUp.clientId]);
    const admin = await test.world.aUser(setUp, { role: 'client_admin' });
    const send = (method: 'get' | 'post', path: string) =>
      test.request()[method](path).set(bearer(admin.token()));
    expect((await send('get', TICKETS).expect(200)).body).toEqual({ items: [] });
    expect((await send('get', `${TICKETS}/${ABSENT}`)).status).toBe(404);
    const body = { subject: 'Hello', text: 'Hello', category: 'question' };
    expect((await send('post', TICKETS).send(body)).status).toBe(503);
    const unnamed = await test.request().get(TICKETS).set(bearer(stage.operator.token()));
    expect(unnamed.status).toBe(404);
  });
});
