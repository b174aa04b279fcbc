import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { Passkey } from '../../support/passkey.js';
import { Browser, PORTAL_URL, usePortal, withPortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { challengeOf, close, DOOR_SIGN_IN, fateOf, GlassStage } from './stage.js';

const clock = new TestClock();
const frame = usePortal({ clock });
const { test, provider } = frame;
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
});

const freeLimits = () => test.world.sql('DELETE FROM throttle_hits');

describe('the door at /break-glass', () => {
  // break-glass 1.3, 5.3
  it('has one answer to everything that is wrong', async () => {
    const stage = await GlassStage.open(frame);
    const [holder, other] = await stage.holders();
    const outsider = await stage.admin();
    const browser = new Browser(test, provider);
    const refused: string[] = [];
    const note = ({ status, text }: { status: number; text: string }) => {
      expect(status).toBe(401);
      refused.push(text.replace(/"request_id":"[^"]*"/, ''));
    };
    note((await stage.signIn(new Passkey(PORTAL_URL))).answer);
    note((await stage.signIn(outsider.passkey)).answer);
    note((await stage.signIn(holder.passkey, { client_id: 'client-nowhere' })).answer);
    note((await stage.signIn({ sign: () => holder.passkey.sign({ challenge: 'bm90IGdpdmVu' }) })).answer);
    note(
      (await stage.signIn(holder.passkey, { challenge_id: '0190a0a0-0000-7000-8000-000000000000' })).answer,
    );
    await freeLimits();
    // The holder's own passkey, used on a copy of the page at another site.
    for (const at of [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }])
      note((await stage.signIn({ sign: (options) => holder.passkey.sign(options, at) })).answer);
    const handle = (userId: string) => (options: { challenge: string }) => {
      const signed = holder.passkey.sign(options) as { response: object };
      return {
        ...signed,
        response: { ...signed.response, userHandle: Buffer.from(userId).toString('base64url') },
      };
    };
    note((await stage.signIn({ sign: handle(other.user.userId) })).answer);
    for (const response of [{}, { id: 7 }, 'text', null, { id: holder.passkey.id, response: null }]) {
      await freeLimits();
      note((await stage.signIn({ sign: () => ({}) }, { response })).answer);
    }
    await freeLimits();
    // A challenge can be used once, within five minutes.
    const used = await challengeOf(browser);
    const send = ({ challenge_id, authentication }: typeof used) =>
      browser.send('post', DOOR_SIGN_IN, { challenge_id, response: holder.passkey.sign(authentication) });
    expect((await send(used)).status).toBe(200);
    note(await send(used));
    const late = await challengeOf(browser);
    clock.advance(5 * 60_000);
    note(await send(late));
    expect(new Set(refused).size).toBe(1);
    expect((await stage.signIn({ sign: handle(holder.user.userId) })).answer.status).toBe(200);
  });

  // break-glass 2.1, 3.1
  it.each([
    ['a holder who is no longer an administrator', `role = 'client_staff'`],
    ['a holder whose role has ended', 'active = false'],
  ])('refuses %s', async (_, change) => {
    const stage = await GlassStage.open(frame);
    const [holder] = await stage.holders();
    await test.world.sql(`UPDATE portal_user_client_assignments SET ${change} WHERE user_id = $1`, [
      holder.user.userId,
    ]);
    expect((await stage.signIn(holder.passkey)).answer.status).toBe(401);
  });

  // break-glass 3.1
  it('needs no directory: the one of the deployment is silent', async () => {
    const stage = await GlassStage.open(frame);
    const [holder] = await stage.holders();
    provider.misbehaviour = { discovery: 'silent', token: 'silent' };
    const { browser } = await stage.opened(holder);
    expect((await browser.get('/api/v1/portal/people')).status).toBe(200);
  });

  // break-glass 5.1, 5.3
  it('and the changes have limits that two processes share', async () => {
    const stage = await GlassStage.open(frame);
    const theirs = await GlassStage.open(frame);
    const [admin, foreign] = [await stage.admin(), await theirs.admin()];
    const other = await startTestApp({ clock, databases: test.databases, settings: withPortal(provider) });
    try {
      const elsewhere = new Browser(other, provider);
      for (const [name, value] of admin.browser.cookies) elsewhere.cookies.set(name, value);
      await freeLimits();
      const pair = [admin.browser, elsewhere];
      const all = await Promise.all(Array.from({ length: 12 }, (_, index) => close(pair[index % 2]!)));
      expect(all.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(409), 429, 429]);
      const full = await close(elsewhere);
      expect([fateOf(full), full.headers['retry-after']]).toEqual([[429, 'rate_limited'], '60']);
      expect(fateOf(await close(foreign.browser))).toEqual([409, 'not_in_use']);
      clock.advance(60_000);
      expect(fateOf(await close(admin.browser))).toEqual([409, 'not_in_use']);
      await freeLimits();
      const door = [new Browser(test, provider), new Browser(other, provider)];
      const knocks = [];
      for (let index = 0; index < 11; index += 1)
        knocks.push((await door[index % 2]!.send('post', '/api/v1/portal/break-glass/challenge')).status);
      expect(knocks).toEqual([...Array<number>(10).fill(200), 429]);
    } finally {
      await other.close();
    }
  });
});
