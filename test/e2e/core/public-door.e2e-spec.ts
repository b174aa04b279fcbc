import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import { EmptyBody } from '../../../src/core/http/fields/empty.request.js';
import { Metrics } from '../../../src/core/observability/metrics.js';
import { BehindPublicDoor, type PublicDoor } from '../../../src/core/rate-limit/public-door.decorator.js';
import { PublicDoors } from '../../../src/core/rate-limit/public-doors.js';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { type TestApp, useSecondApp, useTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';

const OPEN: PublicDoor = {
  name: 'test-open',
  perAddress: [{ limit: 3, seconds: 60 }],
  ceiling: { limit: 10, seconds: 60 },
};
const ALIKE: PublicDoor = { ...OPEN, name: 'test-alike' };
const ANSWER = { schema: { type: 'object' } } as const;

@Controller('test/door')
class DoorController {
  @Get('open')
  @ApiOkResponse(ANSWER)
  @PublicRoute('general', { errors: [CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable] })
  @BehindPublicDoor(OPEN)
  open(): object {
    return { ok: true };
  }

  @Post('alike')
  @ApiOkResponse(ANSWER)
  @PublicRoute('general', {
    onlyFailure: CATALOGUE.notFound,
    keyless: 'It changes nothing.',
    body: { bytes: 1024, types: ['application/json'] },
  })
  @BehindPublicDoor(ALIKE)
  alike(@Body() _body: EmptyBody): object {
    return { ok: true };
  }
}

// requests 8.10
describe('a public door', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const test = useTestApp({ clock, controllers: [DoorController] });
  const second = useSecondApp(test, { clock, controllers: [DoorController] });

  const ask = (address: string, app: TestApp = test) =>
    app.request().get('/test/door/open').set('X-Forwarded-For', address);
  const storedHits = async (): Promise<number> => {
    const [row] = await test.world.sql<{ count: number }>('SELECT count(*)::int AS count FROM throttle_hits');
    return row!.count;
  };

  it('lets exactly the limit of an address through, over all processes, and tells nothing of what is left', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => ask('203.0.113.1', at % 2 === 0 ? test : second)),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    expect(admitted).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    clock.advance(60_000);
  });

  it('counts the addresses of one IPv6 network together, and stores nothing of what it refuses', async () => {
    for (const last of ['1', '2', '3']) expect((await ask(`2001:db8:0:7::${last}`)).status).toBe(200);
    const before = await storedHits();
    expect((await ask('2001:db8:0:7:1:2:3:4')).status).toBe(429);
    expect(await storedHits()).toBe(before);
    expect((await ask('2001:db8:0:8::1')).status).toBe(200);
    clock.advance(60_000);
  });

  it('refuses everyone above its ceiling, and says so once a minute in the log and in the metrics', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => ask(`198.51.100.${at}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    // If one process has two applications, the last one's log gets the lines of both.
    const logs = test.logs() + second.logs();
    expect(logs.match(/public door has reached its ceiling/g)).toHaveLength(1);
    expect(logs).toContain('"door":"test-open"');
    expect(logs).not.toContain('198.51.100.');
    const metrics = await test.app.get(Metrics).registry.metrics();
    expect(metrics).toMatch(/public_door_requests_total\{door="test-open",result="ceiling"\} 4/);
    clock.advance(60_000);
    expect((await ask('198.51.100.1')).status).toBe(200);
  });

  it('counts what a request is about in all of its windows or in none, under a hash', async () => {
    const doors = test.app.get(PublicDoors);
    const take = () =>
      doors.take(
        OPEN,
        ['phone', '+61298765432'],
        [
          { limit: 2, seconds: 3600 },
          { limit: 3, seconds: 86_400 },
        ],
      );
    expect([await take(), await take()]).toEqual([0, 0]);
    expect(await take()).toBeGreaterThan(0);
    clock.advance(3_600_000);
    expect(await take()).toBe(0);
    expect(await take()).toBeGreaterThan(3600);
    const rows = await test.world.sql('SELECT window_key FROM throttle_hits');
    expect(JSON.stringify(rows)).not.toContain('298765432');
  });

  // requests 8.11
  it('answers everything alike on a route with one failure, no sooner than after 250 ms', async () => {
    const post = () => test.request().post('/test/door/alike').set('X-Forwarded-For', '192.0.2.1');
    const wrong = [
      () => post().send({ unknown: 1 }),
      () => post().set('Content-Type', 'application/json').send('{'),
      () => post().send({ text: 'x'.repeat(2000) }),
      () => post().set('Content-Type', 'text/plain').send('{}'),
    ];
    const answers = [];
    for (const send of wrong) {
      const started = performance.now();
      const { status, text, headers } = await send();
      expect(performance.now() - started).toBeGreaterThanOrEqual(250);
      const { date: _, 'x-request-id': __, ...alike } = headers as Record<string, string>;
      answers.push({ status, text, alike });
    }
    expect(answers[0]).toMatchObject({ status: 404, text: '{"error":"Not found.","status_code":404}' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});
