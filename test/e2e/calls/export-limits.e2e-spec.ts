import { describe, expect, it } from 'vitest';
import { useSecondApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';
import {
  anExportingTenant,
  anOldCall,
  aTokenOf,
  auditOf,
  exportCalls,
  exportOnce,
  untilWaiting,
  V1,
  V2,
  whileCallsAreLocked,
} from './exporting.js';
import type { Exporting } from './exporting.js';

const WINDOW_MS = 600_000;

describe('exports from two processes', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const one = useTestApp({ clock });
  const two = useSecondApp(one, { clock });

  const anAdminOf = async ({ tenant, project }: Exporting) => {
    const token = await aTokenOf(one, tenant, 'client_admin');
    return (test: TestApp, body: object = V1) => exportCalls(test, token, { project_id: project, ...body });
  };

  // calls-export 7.2
  it('are 3 of one caller in ten rolling minutes, together', async () => {
    const ask = await anAdminOf(await anExportingTenant(one));
    expect((await ask(one)).status).toBe(200);
    clock.advance(100_000);
    expect((await ask(two)).status).toBe(200);
    expect((await ask(one)).status).toBe(200);
    const refused = await ask(two);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'rate_limited',
      code: 'EXPORT_THROTTLED',
      message: expect.stringContaining('for each c') as unknown,
      messageKey: 'calls.export.messages.throttled',
      retry_after_seconds: 500,
    });
    expect(refused.headers['retry-after']).toBe('500');
    expect(refused.headers['ratelimit-policy']).toBe('"caller";q=3;w=600, "tenant";q=12;w=600');
    clock.advance(500_000 - 1);
    expect((await ask(one)).status).toBe(429);
    clock.advance(1);
    // The refused requests do not count. The first one has left the window, the other two have not.
    expect((await ask(one)).status).toBe(200);
    expect((await ask(two)).status).toBe(429);
  });

  // calls-export 7.2
  it('are 12 of one tenant in ten rolling minutes, and other tenants do not count', async () => {
    const exporting = await anExportingTenant(one);
    const admins = await Promise.all([1, 2, 3, 4].map(() => anAdminOf(exporting)));
    for (const ask of admins) {
      for (const test of [one, two, one]) expect((await ask(test)).status).toBe(200);
    }
    const fifth = await anAdminOf(exporting);
    const refused = await fifth(two);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    expect((await exportOnce(two, await anExportingTenant(one), V1)).status).toBe(200);
    // Types, roles and options are refused as usual, before anything is looked up.
    const asked = async (role: Parameters<typeof aTokenOf>[2], body: object) => {
      const token = await aTokenOf(one, exporting.tenant, role);
      const { status } = await exportCalls(one, token, { project_id: exporting.project, ...body });
      return status;
    };
    expect(await asked('client_admin', { ...V1, include_caller_info: 'no' })).toBe(422);
    expect(await asked('partner_user', V1)).toBe(404);
    expect(await asked('client_manager', { ...V1, include_caller_info: true })).toBe(403);
    expect(await asked('client_admin', { ...V1, timezone: undefined })).toBe(400);
    expect(await asked('client_admin', { ...V1, project_id: 'absent' })).toBe(429);
    clock.advance(WINDOW_MS);
    expect((await fifth(two)).status).toBe(200);
  });

  // calls-export 7.3
  it('that are refused before they begin are not counted', async () => {
    const ask = await anAdminOf(await anExportingTenant(one));
    for (let i = 0; i < 4; i += 1) {
      expect((await ask(one, { ...V1, project_id: 'absent' })).status).toBe(404);
      expect((await ask(one, { ...V1, timezone: undefined })).status).toBe(400);
      expect((await ask(one, { ...V1, status: 'x' })).status).toBe(400);
    }
    expect((await ask(one)).headers['ratelimit']).toContain('"caller";r=2;');
  });

  // Fails if the lease is stored in one process, or only by person. calls-export 7.11
  it('are those of a person, whichever key of that person asks', async () => {
    const { tenant, project } = await anExportingTenant(one);
    const { userId } = await one.world.aUser(tenant, { role: 'partner_admin' });
    const answers: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const key = await one.world.aKey(tenant, 'partner_admin', { createdBy: userId });
      const asked = one.request().post('/v1/calls/export').set('X-API-Key', key);
      answers.push((await asked.send({ project_id: project, ...V1 })).status);
    }
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  // calls-export 7.1
  it('are one at a time of one caller: 409 EXPORT_IN_PROGRESS until it ends, for nobody else', async () => {
    const exporting = await anExportingTenant(one);
    await postCalls(one, exporting.tenant, [anOldCall(exporting.project)]);
    const ask = await anAdminOf(exporting);
    const neighbour = await anAdminOf(exporting);
    await whileCallsAreLocked(one, async (unlock) => {
      const running = ask(one);
      await untilWaiting(one, 1);
      for (const test of [one, two]) {
        const refused = await ask(test);
        expect([refused.status, (refused.body as { code: string }).code]).toEqual([
          409,
          'EXPORT_IN_PROGRESS',
        ]);
      }
      const another = neighbour(two);
      await untilWaiting(one, 2);
      await unlock();
      expect((await running).status).toBe(200);
      expect((await another).status).toBe(200);
    });
    // Refused exports used nothing up, and the lease ends with the response.
    expect((await ask(two)).status).toBe(200);
    expect((await ask(one)).status).toBe(200);
    expect((await auditOf(one, exporting.tenant)).map(({ metadata }) => metadata['code'])).toEqual([
      'EXPORT_IN_PROGRESS',
      'EXPORT_IN_PROGRESS',
      'EXPORTED',
      'EXPORTED',
      'EXPORTED',
      'EXPORTED',
    ]);
  });

  it.each([
    ['v1', V1],
    ['v2', V2],
  ])('of %s leave no lease behind by the time their answer is whole', async (_, body) => {
    const exporting = await anExportingTenant(one);
    await postCalls(one, exporting.tenant, [anOldCall(exporting.project)]);
    for (let round = 0; round < 10; round += 1) {
      const ask = await anAdminOf(exporting);
      for (let i = 0; i < 3; i += 1) expect((await ask(i % 2 ? two : one, body)).status).toBe(200);
      const empty = { ...body, start_date: '2025-01-01', end_date: '2025-01-02' };
      clock.advance(WINDOW_MS);
      for (let i = 0; i < 3; i += 1) expect((await ask(i % 2 ? two : one, empty)).status).toBe(200);
      clock.advance(WINDOW_MS);
    }
  });

  // Fails if a lease ends at a fixed time after its beginning: sending may take 300 s. calls-export
  // 7.1, 7.11
  it('keep their lease for as long as they are at work, and for six seconds once their process has died', async () => {
    const exporting = await anExportingTenant(one);
    await postCalls(one, exporting.tenant, [anOldCall(exporting.project)]);
    const ask = await anAdminOf(exporting);
    const leaseEnd = async (): Promise<number> => {
      const [row] = await one.world.sql<{ deadline_at: Date }>(
        `SELECT deadline_at FROM export_runs WHERE client_id = $1`,
        [exporting.tenant.clientId],
      );
      return row!.deadline_at.getTime();
    };
    await whileCallsAreLocked(one, async (unlock) => {
      const running = ask(one);
      await untilWaiting(one, 1);
      for (let i = 0; i < 2; i += 1) {
        clock.advance(5_000);
        await eventually(async () => expect(await leaseEnd()).toBe(clock.now().getTime() + 6_000));
        expect((await ask(two)).status).toBe(409);
      }
      await unlock();
      expect((await running).status).toBe(200);
    });
    await one.world.sql(`UPDATE export_runs SET deadline_at = $2 WHERE client_id = $1`, [
      exporting.tenant.clientId,
      new Date(clock.now().getTime() + 6_000),
    ]);
    clock.advance(6_000);
    expect((await ask(two)).status).toBe(409);
    clock.advance(1);
    expect((await ask(two)).status).toBe(200);
  });
});
