import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { Browser, usePortal, withPortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { close, confirm, fateOf, GLASS, GlassStage, open, reportOf, usesOf } from './stage.js';

const clock = new TestClock();
const frame = usePortal({ clock });
const { test, provider } = frame;
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
});

const MINUTE_MS = 60_000;
const PEOPLE = '/api/v1/portal/people';
const alertsOf = async (browser: Browser) =>
  ((await browser.get('/api/v1/alerts')).body as { items: { kind: string; reason: string }[] }).items
    .filter(({ kind }) => kind === 'break_glass')
    .map(({ reason }) => reason);

describe('a use', () => {
  // break-glass 1.1, 3.1, 3.2, 3.3, 5.2
  it('is open for 60 minutes, once its reason is given, and is not extended', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const { browser, answer } = await stage.signIn(holder.passkey);
    expect([answer.status, answer.body]).toMatchObject([200, { client_id: stage.tenant.clientId }]);
    expect(fateOf(await browser.get(PEOPLE))).toEqual([403, 'break_glass_session']);
    expect(fateOf(await browser.get(`${GLASS}/uses`))).toEqual([403, 'break_glass_session']);
    expect(await usesOf(other.browser)).toEqual([]);
    for (const reason of ['too short', 'x'.repeat(501)])
      expect((await open(browser, reason)).status).toBe(400);
    const openedAt = clock.now();
    const opened = await open(browser);
    expect(opened.body).toMatchObject({
      state: 'open',
      opened_at_utc: openedAt.toISOString(),
      ends_at_utc: new Date(openedAt.getTime() + 60 * MINUTE_MS).toISOString(),
      closed_at_utc: null,
    });
    await eventually(async () => expect((await browser.get(PEOPLE)).status).toBe(200));
    expect((await browser.get('/api/v1/portal/session')).body).toMatchObject({
      break_glass_id: (opened.body as { use_id: string }).use_id,
    });
    expect(fateOf(await open(browser))).toEqual([409, 'opened']);
    // The session is used, so that it does not expire as idle.
    for (const minutes of [25, 25]) {
      clock.advance(minutes * MINUTE_MS);
      expect((await browser.get(PEOPLE)).status).toBe(200);
    }
    clock.advance(10 * MINUTE_MS - 1);
    expect((await browser.get(PEOPLE)).status).toBe(200);
    clock.advance(1);
    expect((await browser.get(PEOPLE)).status).toBe(401);
    expect(await usesOf(await frame.signedIn(other.user))).toMatchObject([{ state: 'expired' }]);
  });

  // break-glass 3.1
  it('is opened within five minutes of the sign-in', async () => {
    const stage = await GlassStage.open(frame);
    const [holder] = await stage.holders();
    const early = await stage.signIn(holder.passkey);
    clock.advance(5 * MINUTE_MS - 1);
    expect((await open(early.browser)).status).toBe(200);
    const late = await stage.signIn(holder.passkey);
    clock.advance(5 * MINUTE_MS);
    expect((await open(late.browser)).status).toBe(401);
    // An administrator who signed in the usual way has no use to open.
    expect(fateOf(await open(await frame.signedIn(holder.user)))).toEqual([409, 'not_in_use']);
  });

  // break-glass 3.1; second-factors 3.3
  it('is open to a holder with any kind of second factor that the role needs', async () => {
    const stage = await GlassStage.open(frame);
    const [holder] = await stage.holders();
    await test.world.sql(
      `INSERT INTO mfa_policies (client_id, data_env, required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by)
       VALUES ($1, $2, '{client_admin}', '{totp}', '{}', 10, 1, now(), 'a test')`,
      [stage.tenant.clientId, stage.tenant.dataEnv],
    );
    clock.advance(1000);
    const { browser } = await stage.opened(holder);
    expect((await browser.get(PEOPLE)).status).toBe(200);
  });

  // break-glass 3.2, 3.5
  it('is closed by its holder, or by any other administrator, and its session ends in all processes', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const elsewhere = await startTestApp({
      clock,
      databases: test.databases,
      settings: withPortal(provider),
    });
    try {
      const { browser, use } = await stage.opened(holder);
      const twin = new Browser(elsewhere, provider);
      for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
      expect((await twin.get(PEOPLE)).status).toBe(200);
      const closed = await close(other.browser, use.use_id);
      expect([closed.status, closed.body]).toMatchObject([
        200,
        { state: 'closed', closed_by: other.user.userId },
      ]);
      // No copy of the session can repair anything any more.
      for (const it of [browser, twin]) expect([401, 403]).toContain((await it.get(PEOPLE)).status);
      for (const it of [browser, twin])
        await eventually(async () => {
          clock.advance(1000);
          expect((await it.get(PEOPLE)).status).toBe(401);
        });
      expect(fateOf(await close(other.browser, use.use_id))).toEqual([409, 'not_open']);
    } finally {
      await elsewhere.close();
    }
    const again = await stage.opened(holder);
    expect((await close(again.browser)).body).toMatchObject({
      state: 'closed',
      closed_by: holder.user.userId,
    });
  });

  // break-glass 4.2, 4.3
  it('is confirmed by another administrator, and an alert is open until then', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const { browser, use } = await stage.opened(holder);
    expect(await alertsOf(other.browser)).toEqual(['open']);
    expect(fateOf(await confirm(other.browser, use.use_id))).toEqual([409, 'still_open']);
    expect(fateOf(await confirm(browser, use.use_id))).toEqual([403, 'break_glass_session']);
    await close(browser);
    expect(await alertsOf(other.browser)).toEqual(['unconfirmed']);
    expect(fateOf(await confirm(holder.browser, use.use_id))).toEqual([409, 'own_use']);
    const confirmed = await confirm(other.browser, use.use_id);
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { confirmed_by: other.user.userId }]);
    expect(await alertsOf(other.browser)).toEqual([]);
    expect(fateOf(await confirm(other.browser, use.use_id))).toEqual([409, 'confirmed']);
    const staff = await frame.signedIn(await test.world.aUser(stage.tenant, { role: 'client_staff' }));
    expect(await alertsOf(staff)).toEqual([]);
  });

  // break-glass 3.4, 4.4
  it('is told to every verified address of the customer as it opens', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const ids: string[] = [];
    for (const topic of ['usage', 'people', 'people']) {
      const body = { email: `glass.${ids.length}@example.com`, label: 'Desk', topics: [topic] };
      const answer = await other.browser.send('post', '/api/v1/portal/email-routing/addresses', body);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      ids.push((answer.body as { address_id: string }).address_id);
    }
    await test.world.sql(
      `UPDATE email_addresses SET status = 'verified', verified_at = now(), token_hash = NULL WHERE address_id = ANY ($1)`,
      [ids.slice(0, 2)],
    );
    const { use } = await stage.opened(holder);
    const told = await test.world.sql<{ address_id: string; facts: object }>(
      `SELECT address_id, facts FROM notices WHERE client_id = $1 AND kind = 'break_glass' AND subject = $2`,
      [stage.tenant.clientId, use.use_id],
    );
    expect(told.map(({ address_id: id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    // The reason may name people.
    const stored = await test.world.sql<{ row: string }>(
      'SELECT b::text AS row FROM break_glass_uses b WHERE use_id = $1',
      [use.use_id],
    );
    expect(JSON.stringify([told, stored])).not.toContain('directory');
    expect(await reportOf(other.browser, use.use_id)).toMatchObject({
      reason: 'The directory refuses every sign-in since this morning.',
    });
  });

  // break-glass 4.1
  it('is reported with everything that was done during it, and only that', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const staff = await test.world.aUser(stage.tenant, { role: 'client_staff' });
    const { browser, use } = await stage.opened(holder);
    const { etag } = (await browser.get(`${PEOPLE}/${staff.userId}`)).body as { etag: string };
    const changed = await browser.send(
      'patch',
      `${PEOPLE}/${staff.userId}`,
      { role: 'client_manager' },
      { 'If-Match': `"${etag}"` },
    );
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    const made = await browser.send('post', '/api/v1/security/sso/connections', {
      name: 'Mended',
      kind: 'oidc',
    });
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    // Others, and the holder signed in the usual way, change things at the same time.
    await other.browser.send('post', '/api/v1/security/sso/connections', { name: 'Other', kind: 'oidc' });
    await holder.browser.send('post', '/api/v1/security/sso/connections', { name: 'Usual', kind: 'oidc' });
    await close(browser);
    const report = await reportOf(other.browser, use.use_id);
    expect(report.acts.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['portal_session.signed_in', 'success'],
      ['break_glass.opened', 'success'],
      ['person.role_changed', 'success'],
      ['sso_connection.created', 'success'],
      ['break_glass.closed', 'success'],
    ]);
    const rows = await test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 AND metadata->>'break_glass_id' = $2 ORDER BY occurred_at, event_id`,
      [stage.tenant.clientId, use.use_id],
    );
    expect(rows.map(({ action }) => action)).toEqual(report.acts.map(({ action }) => action));
    const second = await reportOf(other.browser, use.use_id, '?page=2&page_size=3');
    expect([second.acts, second.pagination]).toMatchObject([report.acts.slice(3), { total_records: 5 }]);
  });

  // break-glass 1.2
  it('of another client is like none', async () => {
    const stage = await GlassStage.open(frame);
    const theirs = await GlassStage.open(frame);
    const { use } = await theirs.opened((await theirs.holders())[0]);
    const { browser } = await stage.admin();
    for (const id of [use.use_id, '0190a0a0-0000-7000-8000-000000000000', 'x']) {
      expect((await browser.get(`${GLASS}/uses/${id}`)).status).toBe(404);
      expect((await confirm(browser, id)).status).toBe(404);
      if (id !== 'x') expect((await close(browser, id)).status).toBe(404);
    }
    expect(await usesOf(browser)).toEqual([]);
  });
});
