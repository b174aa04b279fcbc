import { beforeEach, describe, expect, it } from 'vitest';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { ProvedHolders } from '../../../src/features/break-glass/lookup/proved-holders.service.js';
import { PROOF_MS } from '../../../src/features/break-glass/rules/break-glass.policy.js';
import { usePortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { challengeOf, fateOf, GLASS, GlassStage, key, type Admin, type Holders } from './stage.js';

const clock = new TestClock();
const frame = usePortal({ clock });
const { test, provider, signedIn } = frame;
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
});

const freeLimits = () => test.world.sql('DELETE FROM throttle_hits');

describe('holders', () => {
  // break-glass 2.1, 2.2, 5.1
  it('are none, or two to five active administrators, saved by who has read them', async () => {
    const stage = await GlassStage.open(frame);
    const { user, browser } = await stage.admin();
    const before = await stage.list(browser);
    expect(before).toMatchObject({ holders: [], proved_count: 0 });
    const put = (ids: readonly string[]) => stage.save(browser, ids, before.etag);
    const others = [];
    for (let index = 0; index < 5; index += 1)
      others.push((await test.world.aUser(stage.tenant, { role: 'client_admin' })).userId);
    expect((await put([user.userId])).status).toBe(400);
    expect((await put([user.userId, ...others])).status).toBe(400);
    expect((await put([user.userId, user.userId.toUpperCase()])).status).toBe(400);
    expect((await put([user.userId, 'x'])).status).toBe(400);
    await freeLimits();
    const staff = await test.world.aUser(stage.tenant, { role: 'client_staff' });
    const foreign = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const former = await test.world.aUser(stage.tenant, { role: 'client_admin', active: false });
    for (const { userId } of [staff, foreign, former]) {
      const refused = await put([user.userId, userId]);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { error: { code: 'validation_failed', details: { field_errors: [{ field: 'user_ids.1' }] } } },
      ]);
    }
    const unread = await browser.send('put', `${GLASS}/holders`, { user_ids: others }, key());
    expect(unread.status).toBe(428);
    const saved = await put([user.userId, others[0]!]);
    expect([saved.status, saved.body]).toMatchObject([200, { proved_count: 0 }]);
    expect(fateOf(await put(others.slice(0, 2)))).toEqual([400, 'stale_settings']);
    expect((await stage.save(browser, others)).status).toBe(200);
  });

  // break-glass 2.2; second-factors 4.2
  it('are saved only after a step-up', async () => {
    const stage = await GlassStage.open(frame);
    const [{ user }, other] = await stage.holders();
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    const browser = await signedIn(user);
    const ids = [user.userId, other.user.userId];
    expect(fateOf(await stage.save(browser, ids))).toEqual([403, 'step_up_required']);
  });
});

describe('the proof of a passkey', () => {
  const prove = async ({ browser }: Admin, { passkey }: Admin, isSentTwice = false) => {
    const { challenge_id, authentication } = await challengeOf(browser);
    const body = { challenge_id, response: passkey.sign(authentication) };
    const headers = key();
    const send = () => browser.send('post', `${GLASS}/holders/me/prove`, body, headers);
    if (isSentTwice) expect((await send()).status).toBe(200);
    return send();
  };
  const areEnough = ({ tenant }: GlassStage): Promise<boolean> =>
    test.app
      .get(MetadataStore)
      .read(tenant, (db) => test.app.get(ProvedHolders, { strict: false }).areEnough(db));

  // break-glass 2.3, 2.4
  it('counts for 30 days, of the own passkey and of a holder', async () => {
    const stage = await GlassStage.open(frame);
    const [first, second] = await stage.unproved();
    expect((await prove(first, second)).status).toBe(400);
    expect(fateOf(await prove(await stage.admin(), await stage.admin()))[0]).toBe(400);
    const outsider = await stage.admin();
    expect(fateOf(await prove(outsider, outsider))).toEqual([409, 'not_a_holder']);
    expect((await prove(first, first)).body).toMatchObject({ proved_count: 1 });
    clock.advance(1000);
    // Repeating a request with the same key gives the same answer, although a challenge can be used
    // only once.
    const proved = (await prove(second, second, true)).body as Holders;
    expect([proved.proved_count, await areEnough(stage)]).toEqual([2, true]);
    // Holders who remain keep their proof; new holders have none.
    const ids = [first.user.userId, second.user.userId, outsider.user.userId];
    await freeLimits();
    const saved = (await stage.save(first.browser, ids)).body as Holders;
    expect([saved.holders.length, saved.proved_count]).toEqual([3, 2]);
    await test.world.sql(
      `UPDATE second_factors SET confirmed_at = confirmed_at - interval '60 days' WHERE user_id = ANY($1)`,
      [ids],
    );
    // The first proof is slightly older than 30 days, the second exactly 30 days old.
    for (const [{ user }, ms] of [
      [first, PROOF_MS + 1],
      [second, PROOF_MS],
    ] as const)
      await test.world.sql('UPDATE break_glass_holders SET proved_at = $2 WHERE user_id = $1', [
        user.userId,
        new Date(clock.now().getTime() - ms),
      ]);
    expect([(await stage.list(first.browser)).proved_count, await areEnough(stage)]).toEqual([1, false]);
  });

  // break-glass 2.4, 3.1
  it('counts for the passkey that signed it, and for no other one', async () => {
    const stage = await GlassStage.open(frame);
    const [first, second] = await stage.unproved();
    // A passkey of the holder that was never proved.
    expect((await stage.signIn(first.passkey)).answer.status).toBe(401);
    await prove(first, first);
    expect((await stage.signIn(first.passkey)).answer.status).toBe(200);
    await freeLimits();
    clock.advance(1_000);
    const other = await stage.addPasskey(first.browser);
    expect((await stage.signIn(other)).answer.status).toBe(401);
    await test.world.sql('DELETE FROM second_factors WHERE credential_id = $1', [first.passkey.id]);
    expect((await stage.signIn(first.passkey)).answer.status).toBe(401);
    expect((await stage.list(second.browser)).proved_count).toBe(0);
  });

  // break-glass 2.4
  it('counts while its person is an active administrator with a passkey', async () => {
    const stage = await GlassStage.open(frame);
    const [first, second] = await stage.unproved();
    await prove(first, first);
    await prove(second, second);
    expect(await areEnough(stage)).toBe(true);
    await test.world.sql(
      `UPDATE portal_user_client_assignments SET role = 'client_staff' WHERE user_id = $1`,
      [second.user.userId],
    );
    const left = await stage.list(first.browser);
    expect(left).toMatchObject({ proved_count: 1 });
    expect(left.holders.find((it) => it.user_id === second.user.userId)).toMatchObject({ active: false });
    expect(await areEnough(stage)).toBe(false);
    await test.world.sql('DELETE FROM second_factors WHERE user_id = $1', [first.user.userId]);
    expect([(await stage.list(first.browser)).proved_count, await areEnough(stage)]).toEqual([0, false]);
  });
});
