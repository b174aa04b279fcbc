import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { beforeEach, describe, expect, it } from 'vitest';
import { Access } from '../../../src/core/auth/access.decorator.js';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../src/core/shared/platform-error.js';
import { RateLimit } from '../../../src/core/rate-limit/rate-limit.decorator.js';
import { RateLimiter } from '../../../src/core/rate-limit/rate-limiter.js';
import { useSecondApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { Clock } from '../../../src/core/time/clock.js';
import { TestClock } from '../../support/test-clock.js';

const SCOPES = ['full-access', 'client_admin'] as const;
const OK = { ok: true };
const ANSWER = { schema: { type: 'object' } } as const;

@Controller('test/limited')
class LimitedController {
  @Get('ten')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, project: 'query', surface: 'general' })
  @RateLimit({ caller: { limit: 10, seconds: 60 } })
  ten(): object {
    return OK;
  }

  @Get('three')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'partner' })
  @RateLimit({ caller: { limit: 3, seconds: 60 } })
  three(): object {
    return OK;
  }

  @Get('tenant')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'domain' })
  @RateLimit({ tenant: { limit: 3, seconds: 60 } })
  tenant(): object {
    return OK;
  }

  @Get('both')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @RateLimit({ caller: { limit: 2, seconds: 60 }, tenant: { limit: 3, seconds: 3600 } })
  both(): object {
    return OK;
  }

  @Get('searched')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general', errors: [CATALOGUE.conflict] })
  @RateLimit({ caller: { limit: 2, seconds: 60 }, tenant: { limit: 5, seconds: 60 } })
  searched(@Query('found') found: unknown): object {
    if (found === 'no') throw notFound();
    if (found === 'taken') throw new PlatformError(CATALOGUE.conflict);
    return OK;
  }

  @Get('free')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  free(): object {
    return OK;
  }
}

/** The clock of a machine that runs a day ahead. */
class FastClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + 86_400_000);
  }
}

describe('@RateLimit of a process whose clock is a day ahead', () => {
  const test = useTestApp({ controllers: [LimitedController] });
  const ahead = useSecondApp(test, { clock: new FastClock(), controllers: [LimitedController] });

  // Fails if a window uses the clock of a process: it would be full for a day, or empty
  // immediately. requests 8.1
  it('counts as the others do, and closes no window for longer than it is', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'full-access');
    const ask = (app: TestApp) => app.request().get('/test/limited/both').set('X-API-Key', key);
    expect((await ask(test)).status).toBe(200);
    expect((await ask(ahead)).status).toBe(200);
    for (const app of [test, ahead]) {
      const refused = await ask(app);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const [{ early } = { early: -1 }] = await test.world.sql<{ early: number }>(
      `SELECT count(*)::int AS early FROM throttle_hits WHERE hit_at > now() + interval '1 minute'`,
    );
    expect(early).toBe(0);
  });
});

describe('@RateLimit', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const test = useTestApp({ clock, controllers: [LimitedController] });
  const second = useSecondApp(test, { clock, controllers: [LimitedController] });
  let tenant: TestTenant;
  let key: string;

  const ask = (route: string, credentials = key, app = test) =>
    app.request().get(`/test/limited/${route}`).set('X-API-Key', credentials);
  const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'full-access');
  });

  // Fails if requests are counted before the window is locked. requests 8.1
  it('lets exactly the limit through when 50 requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('ten')));
    expect(statuses(answers)).toEqual({ 200: 10, 429: 40 });
  });

  // Fails if windows are kept in the memory of a process. requests 8.1
  it('counts over all processes together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => ask('ten', key, i % 2 === 0 ? test : second)),
    );
    expect(statuses(answers)).toEqual({ 200: 10, 429: 40 });
  });

  // Fails with fixed windows, which permit twice the limit around their boundaries. requests 8.1
  it('rolls: a slot is free again when the request that took it is a window old', async () => {
    for (const wait of [0, 20_000, 20_000]) {
      clock.advance(wait);
      expect((await ask('three')).status).toBe(200);
    }
    const refused = await ask('three');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('20');
    clock.advance(19_999);
    expect((await ask('three')).status).toBe(429);
    clock.advance(1);
    expect((await ask('three')).status).toBe(200);
    expect((await ask('three')).status).toBe(429);
  });

  // requests 8.2
  it('does not count what it refuses', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask('three')));
    clock.advance(60_000);
    expect(
      statuses([await ask('three'), await ask('three'), await ask('three'), await ask('three')]),
    ).toEqual({
      200: 3,
      429: 1,
    });
  });

  // requests 2.4, 8.3; errors 2.11
  it('tells limit and rest on every answer, and when to come back on a 429', async () => {
    const first = await ask('three');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"caller";q=3;w=60',
      ratelimit: '"caller";r=2;t=60',
    });
    expect(first.headers['retry-after']).toBeUndefined();
    await ask('three');
    await ask('three');
    clock.advance(1_500);
    const refused = await ask('three');
    expect(refused.headers).toMatchObject({ ratelimit: '"caller";r=0;t=59', 'retry-after': '59' });
    expect((await ask('free')).headers['ratelimit']).toBeUndefined();
  });

  it.each([
    ['three', { error: { code: 'rate_limited', status: 429, details: { retry_after_seconds: 60 } } }],
    ['tenant', { code: 'rate_limited', retry_after_seconds: 60 }],
  ])("answers 429 of /%s in the route's own envelope", async (route, body) => {
    for (let i = 0; i < 3; i += 1) await ask(route);
    const refused = await ask(route);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject(body);
  });

  // requests 8.4
  it('counts callers apart, tenants apart, and everybody of a tenant where it says so', async () => {
    const colleague = await test.world.aKey(tenant, 'full-access');
    const stranger = await test.world.aKey(await test.world.aTenant(), 'full-access');
    for (const route of ['three', 'tenant']) for (let i = 0; i < 3; i += 1) await ask(route);
    expect((await ask('three', colleague)).status).toBe(200);
    expect((await ask('tenant', colleague)).status).toBe(429);
    expect((await ask('tenant', stranger)).status).toBe(200);
  });

  // Fails if a window belongs to a key, of which a person can make any number. requests 8.4
  it('counts the keys of one maker together, a fresh one as well', async () => {
    const createdBy = 'one-maker';
    const keys = [];
    for (let i = 0; i < 2; i += 1) keys.push(await test.world.aKey(tenant, 'full-access', { createdBy }));
    const statuses = [];
    for (const one of [keys[0], keys[1], keys[0]]) statuses.push((await ask('three', one)).status);
    const fresh = await test.world.aKey(tenant, 'full-access', { createdBy });
    expect([...statuses, (await ask('three', fresh)).status]).toEqual([200, 200, 200, 429]);
    const elsewhere = await test.world.aKey(await test.world.aTenant(), 'full-access', { createdBy });
    expect((await ask('three', elsewhere)).status).toBe(200);
  });

  it('counts routes apart', async () => {
    for (let i = 0; i < 3; i += 1) await ask('three');
    expect((await ask('ten')).status).toBe(200);
  });

  // Fails if the windows are locked one after the other. requests 8.2
  it('uses up no slot of one window when another one refuses', async () => {
    const colleague = await test.world.aKey(tenant, 'full-access');
    for (let i = 0; i < 5; i += 1) await ask('both');
    const other = await ask('both', colleague);
    expect(other.status).toBe(200);
    expect(other.headers['ratelimit']).toBe('"caller";r=1;t=60, "tenant";r=0;t=3600');
    const full = await ask('both', colleague);
    expect(full.status).toBe(429);
    expect(full.headers).toMatchObject({
      ratelimit: '"caller";r=1;t=60, "tenant";r=0;t=3600',
      'retry-after': '3600',
    });
  });

  it('takes turns without deadlock where requests meet in one window and not in the other', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => test.world.aKey(tenant, 'full-access')));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => ask('both', keys[i % 5], i % 2 === 0 ? test : second)),
    );
    expect(statuses(answers)).toEqual({ 200: 3, 429: 47 });
  });

  // requests 8.5
  it('answers 404 and not 429 for what the caller may not see, and counts nothing', async () => {
    const foreign = await test.world.aProject(await test.world.aTenant());
    for (let i = 0; i < 12; i += 1) expect((await ask(`ten?project_id=${foreign}`)).status).toBe(404);
    expect((await ask('ten')).headers['ratelimit']).toBe('"caller";r=9;t=60');
    for (let i = 0; i < 10; i += 1) await ask('ten');
    expect((await ask('ten')).status).toBe(429);
    expect((await ask(`ten?project_id=${foreign}`)).status).toBe(404);
  });

  // Fails if an absent object uses up a window, or leaves headers that reveal it. requests 8.8
  it('gives back what ends in 404, and keeps what ends otherwise', async () => {
    for (let i = 0; i < 5; i += 1) {
      const absent = await ask('searched?found=no');
      expect([absent.status, absent.headers['ratelimit'], absent.headers['ratelimit-policy']]).toEqual([
        404,
        undefined,
        undefined,
      ]);
    }
    const taken = await ask('searched?found=taken');
    expect([taken.status, taken.headers['ratelimit']]).toEqual([409, '"caller";r=1;t=60, "tenant";r=4;t=60']);
    expect((await ask('searched')).status).toBe(200);
    expect((await ask('searched?found=no')).status).toBe(429);
  });

  const hits = async (): Promise<number> =>
    Number((await test.world.sql<{ hits: string }>('SELECT count(*) AS hits FROM throttle_hits'))[0]?.hits);

  // Fails if two concurrent returns remove the same use from a window, and leave the other.
  it('gives back every use of those that end in 404 at once, over two processes', async () => {
    const before = await hits();
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all([ask('searched?found=no'), ask('searched?found=no', key, second)]);
      expect(statuses(answers)).toEqual({ 404: 2 });
    }
    expect(await hits()).toBe(before);
  });

  // Fails if another use of the window is returned: a long-held one would free a younger one.
  it('gives back its own use, and leaves the younger ones', async () => {
    const limiter = test.app.get(RateLimiter);
    const windows = { caller: { limit: 2, seconds: 60 } };
    const subjects = { caller: [tenant.clientId, 'held'] };
    const take = () => limiter.take(tenant, subjects, 'held', windows);
    const held = await take();
    clock.advance(57_000);
    expect((await take()).retryAfterSeconds).toBe(0);
    await limiter.giveBack(held);
    clock.advance(4_000);
    expect((await take()).retryAfterSeconds).toBe(0);
    expect((await take()).retryAfterSeconds).toBe(56);
  });

  it('clears away rows of callers that never come again', async () => {
    const long = new Date(clock.now().getTime() - 2 * 3_600_000);
    const lately = new Date(clock.now().getTime() - 1_000);
    await test.world.sql(
      `INSERT INTO throttle_hits (window_key, hit_at, expires_at)
       SELECT 'gone-' || n, $1::timestamptz, $1 FROM generate_series(1, 25) n
       UNION ALL SELECT 'gone-lately', $2::timestamptz, $2`,
      [long, lately],
    );
    for (let i = 0; i < 3; i += 1) await ask('ten');
    const left = await test.world.sql(`SELECT window_key FROM throttle_hits WHERE window_key LIKE 'gone-%'`);
    expect(left).toEqual([{ window_key: 'gone-lately' }]);
  });
});
