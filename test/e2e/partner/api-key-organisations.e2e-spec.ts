import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { anApiKeyFixture, ApiKeyFixture, me, twoOf } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

/** The sender of a request, and the answer once access has ended. */
interface Credentials {
  readonly headers: Record<string, string>;
  readonly refusal: 401 | 404;
}

describe('in two processes, what partners use for a client', () => {
  const test = useSharedApp();
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

  const isMember = (active: boolean) =>
    test.world.sql('UPDATE partner_organisation_members SET active = $2 WHERE user_id = $1', [
      desk.user.userId,
      active,
    ]);
  const holdsRole = (active: boolean) =>
    test.world.sql('UPDATE portal_user_client_assignments SET active = $2 WHERE user_id = $1', [
      desk.user.userId,
      active,
    ]);

  const askAt = (process: TestApp, headers: Record<string, string>) =>
    process.request().get('/v1/partner/api-keys').set(headers).query({ client_id: desk.tenant.clientId });
  const key = (text: string): Credentials => ({ headers: { 'X-API-Key': text }, refusal: 401 });
  const session = (): Credentials => ({ headers: bearer(desk.user.token()), refusal: 404 });

  /** Ends access, and waits until each process refuses each of the credentials. */
  async function areRefusedAfter(all: readonly Credentials[], end: () => Promise<unknown>): Promise<void> {
    const uses = [test, second].flatMap((process) => all.map((it) => ({ process, ...it })));
    // Used until the last moment, so that they are cached for as long as possible.
    await Promise.all(uses.map(({ process, headers }) => askAt(process, headers).expect(200)));
    await end();
    await Promise.all(
      uses.map(({ process, headers, refusal }) =>
        eventually(() => askAt(process, headers).expect(refusal), 10),
      ),
    );
  }

  // Fails if a key is looked up without the organisation it belongs to. partner 6.1
  it.each([
    ['the ownership of the client has ended', () => owns(false), () => owns(true)],
    ['the organisation is inactive', () => organisationIs(false), () => organisationIs(true)],
  ])('stops when %s, and works again when that is over', async (_, end, begin) => {
    const made = [await desk.made(), await desk.made({ description: 'Admin', scope: 'partner_admin' })];
    const planted = await test.world.aKey(desk.tenant, 'partner_admin');
    const all = [...made.map(({ secret }) => key(secret)), key(planted), session()];
    await areRefusedAfter(all, end);
    await begin();
    for (const { headers } of all) await askAt(second, headers).expect(200);
  });

  // access 3.9; partner 6.4
  it.each([
    ['who answers for them is deactivated', (active: boolean) => personIs(active)],
    ['who answers for them leaves the organisation', (active: boolean) => isMember(active)],
    ['the role ends', (active: boolean) => holdsRole(active)],
  ])('stops when %s, and works again when that is over', async (_, set) => {
    const made = await desk.made();
    const all = [key(made.secret), session()];
    await areRefusedAfter(all, () => set(false));
    const reader = await test.world.aKey(desk.tenant, 'partner_user');
    const shown = await askAt(second, key(reader).headers).expect(200);
    expect((shown.body as { items: KeyBody[] }).items).toContainEqual(
      expect.objectContaining({
        key_id: made.key_id,
        status: 'active',
        created_by_active: false,
        organisation_active: true,
      }),
    );
    await set(true);
    for (const { headers } of all) await askAt(second, headers).expect(200);
  });

  // access 3.9; partner 6.4
  it('is no more than the current role of who answers for it', async () => {
    const [write, read] = [
      await desk.made({ description: 'Admin', scope: 'partner_admin' }),
      await desk.made(),
    ];
    const toRole = (role: string) =>
      test.world.sql('UPDATE portal_user_client_assignments SET role = $2 WHERE user_id = $1', [
        desk.user.userId,
        role,
      ]);
    await areRefusedAfter([key(write.secret)], () => toRole('partner_user'));
    await me(second, read.secret).expect(200);
    await toRole('partner_admin');
    await me(test, write.secret).expect(200);
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
      expect.stringContaining('belongs to an organisation that no longer works for the client'),
    ]);
    expect((await its.revoke(old.key_id).expect(200)).body).toMatchObject({ status: 'revoked' });
    const fresh = await its.made();
    await me(second, fresh.secret).expect(200);
    await me(second, old.secret).expect(401);
  });

  // partner 2.5, 6.5
  it('is like one that is not there to another organisation that owns the client, and goes with who rotates it', async () => {
    const rival = new ApiKeyFixture(
      test,
      desk.tenant,
      await test.world.aUser(desk.tenant, { role: 'partner_admin' }),
    );
    const made = await desk.made();
    expect(await rival.items()).toEqual([]);
    await rival.rotate(made.key_id).expect(404);
    await rival.revoke(made.key_id).expect(404);
    expect((await rival.revokeAllOf(desk.user.userId).expect(200)).body).toEqual({ items: [] });
    const ofRival = await rival.made();
    expect(await desk.item(ofRival.key_id)).toBeUndefined();
    const colleague = await test.world.aUser(desk.tenant, {
      role: 'partner_admin',
      organisationId: desk.organisationId,
    });
    const answer = await new ApiKeyFixture(test, desk.tenant, colleague).rotate(made.key_id).expect(200);
    await personIs(false);
    await me(second, (answer.body as KeyBody).secret).expect(200);
  });

  // access 3.6; partner 6.3
  it('is no partner key without an organisation', async () => {
    const tenant = await test.world.aTenant();
    const lost = await test.world.aKey(tenant, 'partner_admin', { organisationId: null });
    await me(test, lost).expect(401);
    await test.world.anOrganisation(tenant.clientId);
    await me(test, lost).expect(401);
  });
});
