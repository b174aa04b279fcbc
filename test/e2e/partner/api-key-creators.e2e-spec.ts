import { beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { anApiKeyFixture, auditOf, ApiKeyFixture, me } from './api-key-calls.js';
import type { KeyBody } from './api-key-calls.js';

describe('POST /v1/partner/api-keys/revoke-by-creator', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ApiKeyFixture;
  let leaver: TestUser;
  let leavers: ApiKeyFixture;

  const idsOf = (response: { body: unknown }): string[] =>
    (response.body as { items: KeyBody[] }).items.map(({ key_id }) => key_id);

  beforeEach(async () => {
    desk = await anApiKeyFixture(test);
    leaver = await test.world.aUser(desk.tenant, {
      role: 'partner_admin',
      organisationId: desk.organisationId,
    });
    leavers = new ApiKeyFixture(test, desk.tenant, leaver);
  });

  // partner 4.8
  it('ends every key of one person, in grace or not, and nobody else’s', async () => {
    const [one, rotated] = [await leavers.made(), await leavers.made()];
    const next = (await leavers.rotate(rotated.key_id, { grace_seconds: 600 })).body as KeyBody;
    const mine = await desk.made();
    const theirs = [one, rotated, next];
    await test.world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [leaver.userId]);
    const answer = await desk.revokeAllOf(leaver.userId).expect(200);
    expect(new Set(idsOf(answer))).toEqual(new Set(theirs.map(({ key_id }) => key_id)));
    for (const item of (answer.body as { items: KeyBody[] }).items) {
      expect(item).toMatchObject({
        status: 'revoked',
        revoked_by: desk.user.userId,
        grace_expires_at_utc: null,
        created_by_active: false,
      });
    }
    clock.advance(1_000);
    for (const { secret } of theirs) await me(test, secret).expect(401);
    await me(test, mine.secret).expect(200);
    const audited = (await auditOf(test, desk.tenant)).filter(({ action }) => action === 'api_key.revoked');
    expect(audited.map(({ actor_id, metadata }) => [actor_id, metadata['key_id']]).sort()).toEqual(
      theirs.map(({ key_id }) => [desk.user.userId, key_id]).sort(),
    );
    expect(idsOf(await desk.revokeAllOf(leaver.userId).expect(200))).toEqual([]);
  });

  it('answers a repetition with what was ended, and ends nothing twice', async () => {
    const key = await leavers.made();
    const first = await desk.revokeAllOf(leaver.userId, 'leaver');
    const again = await desk.revokeAllOf(leaver.userId, 'leaver').expect(200);
    expect(again.body).toEqual(first.body);
    expect(idsOf(again)).toEqual([key.key_id]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await desk.post('/revoke-by-creator', { created_by: leaver.userId }, undefined).expect(400);
  });

  // Fails if the response distinguishes unknown people, people elsewhere, and people without a key
  // here. partner 4.8
  it('answers alike for a stranger, for a person of another client and for one without a key', async () => {
    const elsewhere = await anApiKeyFixture(test);
    const foreign = await elsewhere.made();
    const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    const { organisationId } = desk;
    await test.world.assign(leaver, staging, { role: 'partner_admin', organisationId });
    const inStaging = await test.world.aKey(staging, 'partner_admin', {
      createdBy: leaver.userId,
      organisationId,
    });
    const runtime = await test.world.aKey(desk.tenant, 'runtime-ingest', { createdBy: leaver.userId });
    const answers = [];
    for (const person of [
      '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
      'no-person',
      elsewhere.user.userId,
      leaver.userId,
      desk.user.userId,
    ]) {
      answers.push(await desk.revokeAllOf(person));
    }
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { items: [] }]);
    expect(await auditOf(test, desk.tenant)).toEqual([]);
    clock.advance(1_000);
    for (const key of [foreign.secret, inStaging]) await me(test, key).expect(200);
    expect(
      (await test.request().post('/internal/v1/calls').set('X-API-Key', runtime).send([])).status,
    ).not.toBe(401);
  });

  it('finds the key that a rotation under way puts in the place of another', async () => {
    const old = await leavers.made();
    const [rotated] = await Promise.all([leavers.rotate(old.key_id), desk.revokeAllOf(leaver.userId)]);
    const secrets = [old.secret, (rotated.body as Partial<KeyBody>).secret].filter((it) => it !== undefined);
    clock.advance(1_000);
    // Whichever request came first, the next one ends the rest.
    if (rotated.status === 200) await desk.revokeAllOf(leaver.userId);
    for (const secret of secrets) {
      await eventually(() => me(test, secret).expect(401), 10);
    }
  });

  // partner 4.8
  it.each([[undefined], [''], [7], [['x']], ['x'.repeat(129)], ['a\nb']])(
    'needs the maker as the records show it: %j is 422',
    async (createdBy) => {
      const response = await desk.revokeAllOf(createdBy).expect(422);
      expect(response.body).toMatchObject({
        error: { details: { field_errors: [{ field: 'created_by' }] } },
      });
    },
  );
});

describe("the longest lifetime of a client's keys", () => {
  const clock = new TestClock();
  const DAY_MS = 86_400_000;
  const test = useSharedApp({ clock });
  let desk: ApiKeyFixture;

  const inDays = (days: number, ms = 0): string =>
    new Date(clock.now().getTime() + days * DAY_MS + ms).toISOString();
  const limitTo = (days: number | null) =>
    test.world.sql(
      `INSERT INTO tenant_key_settings (client_id, data_env, longest_lifetime_days, updated_by)
       VALUES ($1, $2, $3, 'test') ON CONFLICT (client_id, data_env) DO UPDATE
          SET longest_lifetime_days = excluded.longest_lifetime_days`,
      [desk.tenant.clientId, desk.tenant.dataEnv, days],
    );

  beforeEach(async () => {
    desk = await anApiKeyFixture(test);
  });

  // partner 6.6
  it('ends a key that asked for no end, and refuses one that asks for more, naming the latest', async () => {
    await limitTo(90);
    expect(await desk.made()).toMatchObject({ expires_at_utc: inDays(90) });
    const latest = await desk.made({ description: 'x', scope: 'partner_user', expires_at_utc: inDays(90) });
    expect(latest.expires_at_utc).toBe(inDays(90));
    const late = { description: 'x', scope: 'partner_user', expires_at_utc: inDays(90, 1) };
    expect((await desk.create(late).expect(422)).body).toMatchObject({
      error: {
        code: 'validation_error',
        details: {
          field_errors: [
            {
              field: 'expires_at_utc',
              code: 'expiry_invalid',
              message: `must be ${inDays(90)} or earlier: keys of this client are valid for at most 90 days`,
            },
          ],
        },
      },
    });
    const early = await desk.made({ description: 'x', scope: 'partner_user', expires_at_utc: inDays(3) });
    expect(early.expires_at_utc).toBe(inDays(3));
    expect(await desk.items()).toHaveLength(3);
  });

  // partner 6.6
  it('ends what a rotation makes, never later than it, and not later than the key before', async () => {
    const endless = await desk.made();
    const long = await desk.made({ description: 'x', scope: 'partner_user', expires_at_utc: inDays(200) });
    const short = await desk.made({ description: 'x', scope: 'partner_user', expires_at_utc: inDays(10) });
    await limitTo(30);
    const endOf = async ({ key_id }: KeyBody) =>
      ((await desk.rotate(key_id).expect(200)).body as KeyBody).expires_at_utc;
    expect([await endOf(endless), await endOf(long), await endOf(short)]).toEqual([
      inDays(30),
      inDays(30),
      inDays(10),
    ]);
  });

  // partner 6.6
  it('is of this client and environment alone, and lets keys that are there end when they would', async () => {
    const before = await desk.made();
    await limitTo(1);
    const other = await anApiKeyFixture(test);
    const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    await test.world.assign(desk.user, staging, { role: 'partner_admin' });
    expect((await other.made()).expires_at_utc).toBeNull();
    expect((await new ApiKeyFixture(test, staging, desk.user).made()).expires_at_utc).toBeNull();
    expect((await desk.item(before.key_id)).expires_at_utc).toBeNull();
    const made = await desk.made();
    await limitTo(null);
    expect((await desk.made()).expires_at_utc).toBeNull();
    clock.advance(DAY_MS);
    await me(test, made.secret).expect(401);
    await me(test, before.secret).expect(200);
  });
});
