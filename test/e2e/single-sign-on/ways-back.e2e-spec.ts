import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { FactorResets } from '../../../src/features/second-factors/resets/factor-resets.service.js';
import type { Browser } from '../../support/portal-browser.js';
import { fateOf, type Admin } from '../break-glass/stage.js';
import { OFF, useEnforcement } from './enforcement-stage.js';

const on = useEnforcement();
const { client, test } = on.frame;
const REFUSED = [409, 'no_way_back'];

let browser: Browser;
let holders: [Admin, Admin];

/** The holder's own browser, through the directory. */
let own: Browser;

beforeEach(async () => {
  holders = await on.waysBack();
  browser = await on.throughDirectory(client().admin);
  await on.throughDirectory(holders[0].user);
  own = await on.enterWithPasskey(holders[0]);
  expect((await on.save(browser, on.required(1))).status).toBe(200);
});

/** A third holder, who counts. */
async function third(): Promise<void> {
  const { clientId, dataEnv } = client().tenant;
  await test.world.sql(
    `WITH one AS (SELECT * FROM second_factors WHERE user_id = $3 AND kind = 'webauthn'),
     passkey AS (INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at)
                 SELECT gen_random_uuid(), $4, kind, name, created_at, confirmed_at FROM one RETURNING factor_id)
     INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by, proved_at, proved_factor_id)
     SELECT $1, $2, $4, now(), 'test', now(), factor_id FROM passkey`,
    [clientId, dataEnv, holders[0].user.userId, client().admin.userId],
  );
}

describe('the ways back while single sign-on is required', () => {
  // break-glass 2.5, single-sign-on 7.5
  it('are not ended by people: passkeys, roles, resets and the list of holders', async () => {
    const [holder] = holders;
    expect(fateOf(await on.removePasskeys(own))).toEqual(REFUSED);
    expect(fateOf(await on.changeRole(browser, holder.user, 'client_staff'))).toEqual(REFUSED);
    expect(fateOf(await on.actOn(browser, holder.user, 'deactivate'))).toEqual(REFUSED);
    expect(fateOf(await on.actOn(browser, holder.user, 'mfa-reset'))).toEqual(REFUSED);
    const others = [client().admin.userId, holder.user.userId];
    expect(fateOf(await on.glass.save(browser, others))).toEqual(REFUSED);
    const glass = await on.glass.opened(holder);
    expect(fateOf(await on.actOn(glass.browser, holders[1].user, 'deactivate'))).toEqual(REFUSED);
    const { holders: listed, proved_count: proved } = await on.glass.list(browser);
    expect([listed.length, proved]).toEqual([2, 2]);
  });

  // break-glass 2.5
  it('may be ended while two others count, one at a time in two requests at once', async () => {
    await third();
    const [one, other] = holders;
    const fates = await Promise.all([
      on.actOn(browser, one.user, 'mfa-reset'),
      on.actOn(browser, other.user, 'deactivate'),
    ]);
    expect(fates.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await on.glass.list(browser)).proved_count).toBe(2);
  });

  // break-glass 2.4: no other passkey was proved
  it('are not kept by another passkey, and end when single sign-on is off', async () => {
    const stage = on.glass;
    await stage.addPasskey(own);
    expect(fateOf(await on.removePasskeys(own))).toEqual(REFUSED);
    expect((await on.save(browser, OFF)).status).toBe(200);
    expect((await on.removePasskeys(own)).status).toBe(204);
    expect((await stage.list(browser)).proved_count).toBe(1);
  });

  // break-glass 2.5: a person who is not a way back can be removed
  it('hold nobody whose proof is too old', async () => {
    await on.prove(
      `CASE WHEN h.user_id = '${holders[0].user.userId}' THEN now() - interval '31 days' ELSE now() END`,
    );
    expect((await on.removePasskeys(own)).status).toBe(204);
    expect((await on.actOn(browser, holders[0].user, 'deactivate')).status).toBe(200);
    expect(fateOf(await on.actOn(browser, holders[1].user, 'deactivate'))).toEqual(REFUSED);
  });

  // break-glass 2.5: an operator is the last resort
  it('do not bind an operator', async () => {
    const resets = test.app.get(FactorResets, { strict: false });
    const operator = systemContext(client().tenant, 'operate');
    expect(await resets.reset(operator, holders[0].user.userId)).toBe(1);
    expect((await on.glass.list(browser)).proved_count).toBe(1);
  });

  // break-glass 2.5: the passkeys of a person count for all of their clients
  it('are those of every client of the person', async () => {
    const elsewhere = await test.world.aTenant();
    const [{ user }] = holders;
    await test.world.sql(
      `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role) VALUES ($1, $2, $3, 'client_admin')`,
      [user.userId, elsewhere.clientId, elsewhere.dataEnv],
    );
    const there = await on.frame.signedIn(user);
    const listed = await there.get(`/api/v1/portal/mfa?client_id=${elsewhere.clientId}`);
    const [{ factor_id: id }] = (listed.body as { factors: [{ factor_id: string }] }).factors;
    const path = `/api/v1/portal/mfa/factors/${id}?client_id=${elsewhere.clientId}`;
    expect(fateOf(await there.send('delete', path))).toEqual(REFUSED);
  });
});
