import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { dropCallsBefore } from '../follow-up/followed-caller.js';
import { clientFixture } from '../partner-clients/client-fixture.js';
import { SupportStage, TICKETS } from './support-stage.js';

const DAY_MS = 86_400_000;
const ready = (count: number): object => ({ state: 'ready', count });

describe('support tickets of whole stores', () => {
  const test = useTestApp();

  // support 5.6; partner-clients 3.3, 3.4; email-routing 7.7
  it('are counted for the partner who sees them, and unavailable while their store is dead, as in the bell', async () => {
    const desk = clientFixture(test);
    const [one, other] = [await SupportStage.open(test), await SupportStage.open(test, 'store-b')];
    const admin = await one.aUser('partner_admin', 'harbour-partners');
    await test.world.assign(admin, other.tenant, {
      role: 'partner_admin',
      organisationId: 'harbour-partners',
    });
    const user = await one.aUser('partner_user', 'harbour-partners');
    const assigned = await test.world.aProject(one.tenant);
    await test.world.assignProject(user, one.tenant, assigned);
    await one.aTicket({ project_id: assigned });
    await one.aTicket({ category: 'privacy' });
    const solved = await one.aTicket();
    await one.change(solved, { status: 'solved' });
    const shared = await one.aTicket();
    await one.aTicket();
    await one.post(`${TICKETS}/${shared}/recipients`, one.admin, { user_id: user.userId }).expect(201);
    const counts = async (as: typeof admin): Promise<Record<string, unknown>> =>
      Object.fromEntries((await desk.cardsOf(as)).map((card) => [card.client_id, card.open_support_count]));
    expect(await counts(admin)).toEqual({
      [one.tenant.clientId]: ready(3),
      [other.tenant.clientId]: ready(0),
    });
    expect(await counts(user)).toEqual({ [one.tenant.clientId]: ready(2) });
    const { storeUrls } = test.databases.superuser;
    const ticketId = await other.aTicket();
    const notice = async (kind: string, topic: string, facts: object): Promise<object[]> =>
      test.world.sql(
        `INSERT INTO notice_entries (client_id, data_env, notice_id, kind, subject, period, topic, facts, created_at)
         VALUES ($1, $2, gen_random_uuid(), $3, $3, '', $4, $5, now())`,
        [other.tenant.clientId, other.tenant.dataEnv, kind, topic, JSON.stringify(facts)],
      );
    await notice('person', 'people', { what: 'invited', role: 'client_staff', organisation_id: null });
    const facts = { ticket_id: ticketId, reference: 'SUP-0001', status: 'pending' };
    await notice('support_ticket', 'support', { ...facts, what: 'answered', readers: [other.admin.userId] });
    const bell = async (): Promise<object> => {
      const { items, ...counted } = await other.list('/v1/portal/notices');
      return { kinds: items.map(({ kind }) => kind), ...counted };
    };
    const readable = { kinds: ['support_ticket', 'person'], unread_count: 2, unavailable_topics: [] };
    expect(await bell()).toEqual(readable);
    const storeB = new URL(storeUrls.get('store-b')!).pathname.slice(1);
    const fromStoreA = (statement: string) =>
      withClient(storeUrls.get('store-a')!, (store) => store.query(statement));
    await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS false`);
    try {
      await fromStoreA(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${storeB}'`);
      expect(await counts(admin)).toEqual({
        [one.tenant.clientId]: ready(3),
        [other.tenant.clientId]: { state: 'unavailable', count: null },
      });
      expect(await bell()).toEqual({ kinds: ['person'], unread_count: 1, unavailable_topics: ['support'] });
    } finally {
      await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS true`);
    }
    await eventually(async () => expect((await counts(admin))[other.tenant.clientId]).toEqual(ready(1)));
    expect(await bell()).toEqual(readable);
  });

  // support 9.2
  it('show a call that retention has dropped by its id and time', async () => {
    const stage = await SupportStage.open(test);
    const now = Date.now();
    const at = (days: number, minutes: number): string =>
      new Date(now - days * DAY_MS + minutes * 60_000).toISOString();
    const old = await stage.aCall(stage.project, { started_at_utc: at(80, 0), ended_at_utc: at(80, 2) });
    const id = await stage.aTicket({ call_ids: [old] });
    await dropCallsBefore(test, new Date(now - 40 * DAY_MS));
    expect((await stage.list(`${TICKETS}/${id}/related-calls`)).items).toMatchObject([
      { call_id: old, started_at_utc: at(80, 0), call: null },
    ]);
  });
});
