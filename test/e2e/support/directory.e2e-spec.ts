import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { clientFixture } from '../partner-clients/client-fixture.js';
import { SupportStage, TICKETS } from './support-stage.js';

const ready = (count: number): object => ({ state: 'ready', count });

describe('the open tickets in the directory of a partner', () => {
  const test = useTestApp();

  // support 5.6; partner-clients 3.3, 3.4
  it('are those that the partner sees, and unavailable while their store is dead', async () => {
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
    } finally {
      await fromStoreA(`ALTER DATABASE "${storeB}" ALLOW_CONNECTIONS true`);
    }
    await eventually(async () => expect((await counts(admin))[other.tenant.clientId]).toEqual(ready(0)));
  });
});
