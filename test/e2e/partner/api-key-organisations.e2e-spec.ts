import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { bearer } from '../access/callers.js';
import { anApiKeyFixture, ApiKeyFixture, me, twoOf } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

/** The sender of a request, and the answer once its access is over. */
interface Credentials {
  readonly headers: Record<string, string>;
  readonly refusal: 401 | 404;
}

describe('in two processes, what partners use for a client', () => {
  const test = useTestApp();
  let second: TestApp;

  beforeAll(async () => {
    second = await twoOf(test);
  });
  afterAll(() => second.close());
  const desk = perTest(() => anApiKeyFixture(test));

  const owns = (active: boolean) =>
    test.world.sql('UPDATE partner_client_ownerships SET active = $2 WHERE client_id = $1', [
      desk.tenant.clientId,
      active,
    ]);
  const organisationIs = (active: boolean) =>
    test.world.sql(
      `UPDATE partner_organisations SET active = $2 WHERE organisation_id IN
              (SELECT organisation_id FROM partner_client_ownerships WHERE client_id = $1)`,
      [desk.tenant.clientId, active],
    );
  const personIs = (active: boolean) =>
    test.world.sql('UPDATE portal_users SET active = $2 WHERE user_id = $1', [desk.user.userId, active]);

  const askAt = (process: TestApp, headers: Record<string, string>) =>
    process.request().get('/v1/partner/api-keys').set(headers).query({ client_id: desk.tenant.clientId });
  const key = (text: string): Credentials => ({ headers: { 'X-API-Key': text }, refusal: 401 });
  const session = (): Credentials => ({ headers: bearer(desk.user.token()), refusal: 404 });

  /** Milliseconds from the end of something until a process refuses each of the credentials. */
  async function refusedAfter(all: readonly Credentials[], end: () => Promise<unknown>): Promise<number[]> {
    const uses = [test, second].flatMap((process) => all.map((it) => ({ process, ...it })));
    // In use until the last moment, so that they are remembered for as long as they ever are.
    await Promise.all(uses.map(({ process, headers }) => askAt(process, headers).expect(200)));
    await end();
    const since = performance.now();
    return Promise.all(
      uses.map(async ({ process, headers, refusal }) => {
        await eventually(() => askAt(process, headers).expect(refusal), 10);
        return performance.now() - since;
      }),
    );
  }

  // Turns red when a key is looked up without the organisation it belongs to.
  // partner 6.1
  it.each([
    ['the ownership of the client has ended', () => owns(false), () => owns(true)],
    ['the organisation is inactive', () => organisationIs(false), () => organisationIs(true)],
  ])('stops within a second when %s, and works again when that is over', async (_, end, begin) => {
    const made = [await desk.made(), await desk.made({ description: 'Admin', scope: 'partner_admin' })];
    const planted = await test.world.aKey(desk.tenant, 'partner_admin');
    const all = [...made.map(({ secret }) => key(secret)), key(planted), session()];
    const times = await refusedAfter(all, end);
    expect(times).toHaveLength(8);
    for (const time of times) expect(time).toBeLessThan(1_000);
    await begin();
    for (const { headers } of all) await askAt(second, headers).expect(200);
  });

  // partner 6.4
  it("stops within a second for a person's sessions when the person is deactivated, and the keys say so", async () => {
    const made = await desk.made();
    expect(made.created_by_active).toBe(true);
    const times = await refusedAfter([session()], () => personIs(false));
    for (const time of times) expect(time).toBeLessThan(1_000);
    const shown = await askAt(second, key(made.secret).headers).expect(200);
    expect((shown.body as { items: unknown[] }).items).toMatchObject([
      { key_id: made.key_id, status: 'active', created_by_active: false, organisation_active: true },
    ]);
  });

  // partner 6.3
  it('leaves keys of other scopes alone', async () => {
    const staff = await test.world.aKey(desk.tenant, 'client_admin');
    await owns(false);
    for (const process of [test, second]) {
      await process.request().get('/v1/calls/summary').set('X-API-Key', staff).expect(200);
    }
  });

  // access 3.6; partner 6.2
  it('of one organisation does not come back when another one takes the client over', async () => {
    const old = await desk.made();
    await owns(false);
    const successor = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    await eventually(() => me(second, old.secret).expect(401), 10);

    const its = new ApiKeyFixture(test, desk.tenant, successor);
    expect(await its.item(old.key_id)).toMatchObject({
      status: 'active',
      organisation_active: false,
      created_by_active: true,
    });
    const refused = await its.rotate(old.key_id);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('belongs to an organisation that does not work for the client any more'),
    ]);
    expect((await its.revoke(old.key_id).expect(200)).body).toMatchObject({ status: 'revoked' });
    const fresh = await its.made();
    await me(second, fresh.secret).expect(200);
    await me(second, old.secret).expect(401);
  });

  // partner 6.5
  it('goes with who rotated it, where two organisations own the client', async () => {
    const colleague = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    const first = await desk.made();
    const answer = await new ApiKeyFixture(test, desk.tenant, colleague).rotate(first.key_id).expect(200);
    const rotated = answer.body as KeyBody;
    await test.world.sql(`UPDATE partner_organisation_members SET active = false WHERE user_id = $1`, [
      desk.user.userId,
    ]);
    await test.world.sql(
      `UPDATE partner_client_ownerships SET active = false WHERE client_id = $1 AND organisation_id IN
              (SELECT organisation_id FROM partner_organisation_members WHERE user_id = $2)`,
      [desk.tenant.clientId, desk.user.userId],
    );
    await me(second, rotated.secret).expect(200);
  });

  // access 3.6; partner 6.3
  it('is no partner key without an organisation', async () => {
    const tenant = await test.world.aTenant();
    const lost = await test.world.aKey(tenant, 'partner_admin', { organisationId: null });
    await me(test, lost).expect(401);
    await test.world.anOrganisation(tenant.clientId);
    await me(test, lost).expect(401);
  });

  // partner 6.4
  it('says of a maker who was taken off the client or out of the organisation that he is not active', async () => {
    const made = await desk.made();
    const reader = await test.world.aKey(desk.tenant, 'partner_user');
    const isActive = async () => {
      const shown = await askAt(test, key(reader).headers).expect(200);
      const { items } = shown.body as { items: { key_id: string; created_by_active: boolean }[] };
      return items.find(({ key_id }) => key_id === made.key_id)?.created_by_active;
    };
    for (const table of ['portal_user_client_assignments', 'partner_organisation_members']) {
      await test.world.sql(`UPDATE ${table} SET active = false WHERE user_id = $1`, [desk.user.userId]);
      expect(await isActive()).toBe(false);
      await test.world.sql(`UPDATE ${table} SET active = true WHERE user_id = $1`, [desk.user.userId]);
      expect(await isActive()).toBe(true);
    }
  });
});
