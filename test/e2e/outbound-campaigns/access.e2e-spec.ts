import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { A_CAMPAIGN, aCampaignDesk, aCampaignProject, CAMPAIGNS } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { essence } from '../access/attempts.js';
import { bearer, everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';

const READING = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];
const ROUTES = ['list', 'create', 'detail', 'update'] as const;
type Route = (typeof ROUTES)[number];

/** From the contract's table, with a session as with a key. */
const SCOPES: Readonly<Record<Route, readonly string[]>> = {
  list: READING,
  detail: READING,
  create: ['partner_admin'],
  update: ['partner_admin'],
};
const ANSWERS: Readonly<Record<Route, number>> = { list: 200, create: 201, detail: 200, update: 200 };
const NO_IDS = ['1', 'null', '0'.repeat(36), `${randomUUID()}0`, 'draft', '%00', "' OR 1=1 --"];

describe('access to campaigns', () => {
  const test = useSharedApp();
  let ownId: string;
  let foreignId: string;
  let stagingId: string;
  let callers: Caller[];

  const own = perSuite(() => aCampaignDesk(test));
  beforeAll(async () => {
    ownId = (await own.made()).campaign_id;
    foreignId = (await (await aCampaignDesk(test)).made()).campaign_id;
    const staging = { clientId: own.tenant.clientId, dataEnv: 'staging' } as const;
    await test.world.aTenant(staging);
    const key = await test.world.aKey(staging, 'partner_admin');
    const projectId = await aCampaignProject(test.world, staging);
    stagingId = (
      (await own.create({ project_id: projectId }, { 'X-API-Key': key }).expect(201)).body as {
        campaign_id: string;
      }
    ).campaign_id;
    callers = await everyCaller(test.world, own.tenant, own.projectId);
  });

  function ask(route: Route, caller: Pick<Caller, 'headers'>, id: string, query: object): Promise<Response> {
    const path =
      route === 'list' || route === 'create' ? CAMPAIGNS : `${CAMPAIGNS}/${encodeURIComponent(id)}`;
    const method = { list: 'get', create: 'post', detail: 'get', update: 'patch' } as const;
    const sending = test.request()[method[route]](path).set(caller.headers).query(query);
    if (route === 'create') return sending.send({ project_id: own.projectId, ...A_CAMPAIGN });
    return route === 'update' ? sending.send({ priority: 60 }) : sending;
  }

  // campaigns 1.1, 1.2
  it.each(ROUTES)('%s: is for those of the table, with a session as with a key', async (route) => {
    for (const caller of callers) {
      const { status } = await ask(route, caller, ownId, { client_id: own.tenant.clientId });
      const expected =
        caller.scope === null ? 401 : SCOPES[route].includes(caller.scope) ? ANSWERS[route] : 404;
      expect([caller.name, status]).toEqual([caller.name, expected]);
    }
  });

  it.each(['detail', 'update'] as const)(
    '%s: answers a foreign campaign, an absent one and no id at all alike, to every caller',
    async (route) => {
      for (const caller of callers) {
        const query = { client_id: own.tenant.clientId };
        const absent = await ask(route, caller, randomUUID(), query);
        expect([caller.name, absent.status]).toEqual([caller.name, caller.scope === null ? 401 : 404]);
        // What no campaign can have is tried by one who would see campaigns.
        for (const id of [
          foreignId,
          stagingId,
          ...(caller.name === 'partner_admin session' ? NO_IDS : ['1']),
        ]) {
          expect([caller.name, id, essence(await ask(route, caller, id, query))]).toEqual([
            caller.name,
            id,
            essence(absent),
          ]);
        }
      }
    },
  );

  it.each(ROUTES)('%s: of a foreign client is answered like that of an absent one', async (route) => {
    const foreign = await test.world.aTenant();
    for (const caller of callers) {
      const [theirs, nobodys] = [
        await ask(route, caller, ownId, { client_id: foreign.clientId }),
        await ask(route, caller, ownId, { client_id: 'client-nowhere' }),
      ];
      expect([caller.name, essence(theirs)]).toEqual([caller.name, essence(nobodys)]);
      expect(theirs.status).toBe(caller.scope === null ? 401 : 404);
    }
  });

  // access 4.5
  it.each(['list', 'detail'] as const)('%s: internal staff names the client it reads of', async (route) => {
    for (const role of ['service_admin', 'service_operator']) {
      const caller = callers.find(({ name }) => name === `${role} session`)!;
      expect((await ask(route, caller, ownId, {})).status).toBe(404);
    }
  });

  it('is by assignment for a signed-in partner_user, for as long as that is active', async () => {
    const user = await test.world.aUser(own.tenant, { role: 'partner_user' });
    const caller = { headers: bearer(user.token()) };
    const query = { client_id: own.tenant.clientId };
    const absent = await ask('detail', caller, randomUUID(), query);
    expect(essence(await ask('detail', caller, ownId, query))).toEqual(essence(absent));
    await test.world.assignProject(user, own.tenant, own.projectId);
    expect((await ask('detail', caller, ownId, query)).status).toBe(200);
    await test.world.sql(`UPDATE project_assignments SET active = false WHERE member_id = $1`, [user.userId]);
    expect(essence(await ask('detail', caller, ownId, query))).toEqual(essence(absent));
    expect((await ask('list', caller, ownId, query)).body).toMatchObject({ items: [] });
  });

  it('asks of a partner_user with a key for no assignment', async () => {
    const caller = { headers: { 'X-API-Key': await test.world.aKey(own.tenant, 'partner_user') } };
    expect((await ask('detail', caller, ownId, {})).status).toBe(200);
  });
});
