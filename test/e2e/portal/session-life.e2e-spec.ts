import { randomBytes } from 'node:crypto';
import { Get } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { beforeEach, describe, expect, it } from 'vitest';
import { Access } from '../../../src/core/auth/access.decorator.js';
import { Routes } from '../../../src/core/http/operation.decorator.js';
import { AccessRevalidation, RequestContext } from '../../../src/core/tenancy/access-revalidation.service.js';
import { startTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { usePortal, withPortal, type Browser } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';

const MINUTE_MS = 60_000;
const SUMMARY = '/api/v1/calls/summary';

/** A held answer waits for this before its caller is looked up again. */
let held = Promise.resolve();

@Routes('v1/held', 'Health')
class HeldController {
  constructor(private readonly access: AccessRevalidation) {}

  @Get()
  @Access({ scopes: ['client_admin'], surface: 'general' })
  async getHeld(@RequestContext() context: ExecutionContext): Promise<void> {
    await held;
    await this.access.revalidate(context);
  }
}

const clock = new TestClock();
const portal = usePortal({ clock, controllers: [HeldController] });
const { provider, test } = portal;
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
  provider.givesRefreshTokens = true;
  provider.asked.length = 0;
});

async function signedIn(): Promise<Browser> {
  const browser = await portal.signedIn();
  provider.asked.length = 0;
  return browser;
}

const status = async (browser: Browser): Promise<number> => (await browser.get(SUMMARY)).status;
const later = (minutes: number): void => clock.advance(minutes * MINUTE_MS);

describe('a session', () => {
  // portal-sessions 3.1
  it('goes on while it is used, and ends 30 minutes after its last use', async () => {
    const browser = await signedIn();
    for (let use = 0; use < 3; use += 1) {
      later(29);
      expect(await status(browser)).toBe(200);
    }
    later(30);
    expect(await status(browser)).toBe(401);
  });

  // portal-sessions 3.1
  it('ends 12 hours after it began, however it is used', async () => {
    const browser = await signedIn();
    for (let use = 0; use < 24; use += 1) {
      later(29.9);
      expect(await status(browser)).toBe(200);
    }
    later(3);
    expect(await status(browser)).toBe(401);
  });

  // portal-sessions 3.3
  it('ends with its token where that cannot be renewed', async () => {
    provider.givesRefreshTokens = false;
    provider.tokenSeconds = 600;
    const browser = await signedIn();
    later(9);
    expect(await status(browser)).toBe(200);
    later(1.1);
    expect(await status(browser)).toBe(401);
    expect(provider.asked).toEqual([]);
  });

  // portal-sessions 3.2
  it('has its token renewed ahead, behind a request that goes on with the old one', async () => {
    provider.tokenSeconds = 600;
    const browser = await signedIn();
    provider.tokenSeconds = 7200;
    later(9.5);
    expect(await status(browser)).toBe(200);
    await eventually(() => expect(provider.asked).toEqual(['refresh_token']));
    later(20);
    expect(await status(browser)).toBe(200);
    expect(provider.asked).toEqual(['refresh_token']);
  });

  // portal-sessions 2.5
  it('goes on in a process with a new pepper, while the old one is valid', async () => {
    const browser = await signedIn();
    const settings = withPortal(provider);
    const changed = await startTestApp({
      clock,
      databases: test.databases,
      settings: (usual) => {
        const { apiKeys, ...rest } = settings(usual);
        return { ...rest, apiKeys: { pepper: randomBytes(32), otherPeppers: [apiKeys.pepper] } };
      },
    });
    try {
      const { status: summary } = await changed.request().get(SUMMARY).set('Cookie', browser.cookieHeader);
      expect(summary).toBe(200);
    } finally {
      await changed.close();
    }
  });

  // portal-sessions 3.2
  it('has its token renewed once where many requests of two processes find it ended', async () => {
    const other = await startTestApp({
      clock,
      databases: test.databases,
      settings: withPortal(provider),
      controllers: [HeldController],
    });
    try {
      provider.tokenSeconds = 600;
      const browser = await signedIn();
      provider.tokenSeconds = 7200;
      later(25);
      const requests = [test, other, test, other, test, other].map((it) =>
        it.request().get(SUMMARY).set('Cookie', browser.cookieHeader),
      );
      expect((await Promise.all(requests)).map((answer) => answer.status)).toEqual(Array(6).fill(200));
      expect(provider.asked).toEqual(['refresh_token']);
    } finally {
      await other.close();
    }
  });

  // portal-sessions 3.4
  it('goes on until its token ends while the provider is down, then says so, and goes on when it is back', async () => {
    provider.tokenSeconds = 600;
    const browser = await signedIn();
    provider.tokenSeconds = 7200;
    provider.misbehaviour = { token: 503 };
    later(9.5);
    expect(await status(browser)).toBe(200);
    await eventually(() => expect(provider.asked).toEqual(['refresh_token']));
    later(1);
    const down = await browser.get(SUMMARY);
    expect([down.status, down.text]).toEqual([503, expect.stringContaining('identity provider')]);
    provider.misbehaviour = {};
    later(1);
    expect(await status(browser)).toBe(200);
  });

  // portal-sessions 3.4
  it('ends where the provider refuses to renew it, or answers for somebody else', async () => {
    for (const spoil of [
      () => provider.endGrants(),
      () => (provider.misbehaviour = { accessClaims: { sub: 'somebody-else' } }),
    ]) {
      provider.misbehaviour = {};
      provider.tokenSeconds = 600;
      const browser = await signedIn();
      spoil();
      later(11);
      expect(await status(browser)).toBe(401);
      clock.set(new Date());
    }
  });

  // portal-sessions 5.4
  it('ends what it has opened and what lasts', async () => {
    const browser = await signedIn();
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const answer = browser.get('/api/v1/held').then((it) => it.status);
    const kept = await signedIn();
    const stays = kept.get('/api/v1/held').then((it) => it.status);
    await eventually(async () => expect(await status(browser)).toBe(200));
    await browser.send('post', '/v1/portal/sign-out');
    gate.resolve();
    expect([await answer, await stays]).toEqual([401, 200]);
  });
});

describe('without a portal', () => {
  // portal-sessions 1.1
  it('nothing of it is there', async () => {
    const bare = await startTestApp({ databases: test.databases });
    try {
      const browser = await signedIn();
      const answers = [];
      for (const path of [SUMMARY, '/v1/portal/sign-in', '/v1/portal/callback', '/v1/portal/sessions']) {
        answers.push((await bare.request().get(path).set('Cookie', browser.cookieHeader)).status);
      }
      expect(answers).toEqual([404, 404, 404, 403]);
    } finally {
      await bare.close();
    }
  });
});
