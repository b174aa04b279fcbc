import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import type { Served } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { StatementGate } from '../../support/statement-gate.js';
import { TestClock } from '../../support/test-clock.js';
import { expectConsistent } from '../dispatch/dialled-calls.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';
import { callsOf } from '../dispatch/single-calls.js';
import type { SingleCalls } from '../dispatch/single-calls.js';

const REQUESTS = 50;

// A process takes a second to start, so only the later moment of each is tried; at full depth both.
const REQUEST_MOMENTS = [
  ['before it is answered', 'idempotency_complete_from_effect'],
  ['before it is stored', 'idempotency_is_held'],
].slice(0, atDepth({ ordinary: 1, full: 2 })) as [string, string][];
const TAKE_MOMENTS = ['dispatch_record_evidence', 'dispatch_single_taken'].slice(
  0,
  atDepth({ ordinary: 1, full: 2 }),
);

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

// Fails if the call is stored apart from its key, taken apart from its dispatch, or ended apart
// from its slot.
describe('a single call whose processes are killed', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const service = useBuiltService();
  let calls: SingleCalls;
  let gate: StatementGate;
  let behind: Record<string, string>;
  let partnerKey: string;
  let runtimeKey: string;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock, { slots: 60 }));
  beforeAll(async () => {
    calls = callsOf(runtime);
    partnerKey = await test.world.aKey(runtime.desk.tenant, 'partner_admin');
    runtimeKey = await test.world.aKey(runtime.desk.tenant, 'runtime-ingest');
    gate = new StatementGate();
    behind = environmentOf(await gate.behind(test.settings));
  });
  afterAll(() => gate.close());
  afterEach(async () => {
    await expectConsistent(test);
    expect(await inStore(test, 'SELECT holder FROM capacity_leases')).toEqual([]);
  });

  /** Null if the process died before it answered. */
  async function post(url: string, headers: Record<string, string>, body: object): Promise<Answer | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }

  const asRuntime = (url: string, path: string, body: object): Promise<Answer | null> =>
    post(`${url}/internal/v1/dispatches${path}`, { 'X-API-Key': runtimeKey }, body);
  const ask = (url: string, key: string): Promise<Answer | null> =>
    post(
      `${url}/v1/dispatches`,
      { 'X-API-Key': partnerKey, 'Idempotency-Key': key },
      { project_id: runtime.desk.projectId, to_number: numbers(1)[0]!, call_type: 'service' },
    );

  const stored = async (): Promise<string[]> => {
    const rows = await inStore(test, 'SELECT dispatch_id FROM single_dispatches ORDER BY requested_at');
    return rows.map((it) => it['dispatch_id'] as string);
  };

  const kill = async ({ main }: Served): Promise<void> => {
    await main.crash();
    gate.cut();
  };

  /** Claims the waiting calls once, and ends them. */
  async function handedOut(): Promise<string[]> {
    const leases = await eventually(async () => {
      const answer = await runtime.take({ max: 100 });
      expect(answer.status).toBe(200);
      return (answer.body as { leases: DispatchLease[] }).leases;
    });
    for (const { dispatch_id: id } of leases) await runtime.end(id, 'answered');
    return leases.map((it) => it.dispatch_id);
  }

  // dispatch 1.2, 7.1. The processes die before the claim.
  it(`is asked for once by ${REQUESTS} requests under one key to two processes`, async () => {
    const before = await stored();
    const environment = environmentOf(test.settings);
    const processes = [await service.serve(environment), await service.serve(environment)];
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => ask(processes[index % 2]!.url, key)),
    );
    const made = (await stored()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
    for (const answer of answers) {
      // 503: no connection was free for one of them on a busy machine.
      expect([202, 409, 503]).toContain(answer?.status);
      if (answer?.status === 202)
        expect(answer.body).toMatchObject({ dispatch_id: made[0], status: 'queued' });
    }
    expect(answers.map((it) => it?.status)).toContain(202);
    for (const { main } of processes) main.kill('SIGKILL');
    expect(await handedOut()).toEqual(made);
    expect(await handedOut()).toEqual([]);
  });

  // dispatch 7.1; requests 5.10
  it.each(REQUEST_MOMENTS)(
    'is asked for once by a request that is cut off %s and repeated',
    async (_, statement) => {
      const before = await stored();
      const served = await service.serve(behind);
      const key = randomUUID();
      const held = gate.stopAtNamed(statement);
      const asked = ask(served.url, key);
      await held;
      await kill(served);
      expect(await asked).toBeNull();
      // After the dead process's hold on the key has expired.
      clock.set(new Date(Math.max(Date.now(), clock.now().getTime()) + 11_000));
      const again = await eventually(async () => {
        const answer = await ask(test.baseUrl, key);
        expect(answer?.status).toBe(202);
        return answer!;
      });
      const made = (await stored()).filter((id) => !before.includes(id));
      expect(made).toEqual([(again.body as { dispatch_id: string }).dispatch_id]);
      expect(await handedOut()).toEqual(made);
    },
  );

  // dispatch 1.2, 7.6
  it.each(TAKE_MOMENTS)('is handed out once, when a process dies in a take (%s)', async (statement) => {
    const { dispatch_id: id } = await calls.asked();
    const served = await service.serve(behind);
    const held = gate.stopAtNamed(statement);
    const taking = asRuntime(served.url, '/take', { max: 5 });
    await held;
    await kill(served);
    expect(await taking).toBeNull();
    expect(await calls.status(id)).toMatchObject({ status: 'queued' });
    await eventually(async () => expect(await handedOut()).toEqual([id]));
    expect(await calls.status(id)).toMatchObject({ status: 'ended', disposition: 'answered' });
  });

  // dispatch 3.3, 7.7
  it('ends as it is reported again, when the process dies between take and report, or in the report', async () => {
    const { dispatch_id: id } = await calls.asked();
    const served = await service.serve(behind);
    const taken = await asRuntime(served.url, '/take', { max: 5 });
    expect(taken?.body).toMatchObject({ leases: [{ dispatch_id: id }] });
    const report = { state: 'ended', sequence: 2, disposition: 'answered', at_utc: new Date().toISOString() };
    const held = gate.stopAtNamed('dispatch_save_states');
    const reporting = asRuntime(served.url, `/${id}/reports`, report);
    await held;
    await kill(served);
    expect(await reporting).toBeNull();
    expect(await calls.status(id)).toMatchObject({ status: 'leased' });
    expect(await handedOut()).toEqual([]);
    await eventually(async () =>
      expect((await runtime.report(id, report)).body).toMatchObject({ applied: true, status: 'ended' }),
    );
    expect((await runtime.report(id, report)).body).toMatchObject({ applied: false });
  });

  // dispatch 2.3, 7.6
  it('is refused or handed out, and never both, when its number is suppressed while runtimes take', async () => {
    const pool = numbers(40);
    const ids: string[] = [];
    for (const number of pool) ids.push((await calls.asked({ to_number: number })).dispatch_id);
    const suppress = (number: string) =>
      runtime.desk.send('post', '/suppressions', {
        body: {
          to_number: number,
          reason: 'complaint',
          source: 'support',
          project_id: runtime.desk.projectId,
        },
      });
    const suppressed = pool.filter((_, index) => index % 2 === 0);
    const before = suppressed.slice(0, 5);
    for (const number of before) await suppress(number).expect(200);
    const leases: DispatchLease[] = [];
    const take = async (): Promise<void> => {
      for (let i = 0; i < 5; i += 1) {
        const answer = await runtime.take({ max: 3 });
        leases.push(...((answer.body as { leases?: DispatchLease[] }).leases ?? []));
      }
    };
    await Promise.all([take(), take(), ...suppressed.slice(5).map((number) => suppress(number).then())]);
    // On a busy machine, some may have been refused because no connection was free.
    for (const number of suppressed) await eventually(() => suppress(number).expect(200));
    leases.push(...(await runtime.taken()));
    const dialled = leases.map((it) => it.to_number);
    expect(new Set(dialled).size).toBe(dialled.length);
    for (const number of before) expect(dialled).not.toContain(number);
    for (const number of pool.filter((it) => !suppressed.includes(it))) expect(dialled).toContain(number);
    const rows = await inStore(
      test,
      `SELECT s.status, s.refused_codes, d.dispatch_id IS NOT NULL AS dialled
         FROM single_dispatches s LEFT JOIN dispatches d USING (dispatch_id) WHERE s.dispatch_id = ANY ($1)`,
      [ids],
    );
    expect(rows).toHaveLength(ids.length);
    for (const row of rows) {
      const expected = row['dialled'] ? ['taken', []] : ['refused', ['dnc']];
      expect([row['status'], row['refused_codes']]).toEqual(expected);
    }
    expect(rows.filter((row) => row['dialled'])).toHaveLength(dialled.length);
    for (const { dispatch_id: id } of leases) await runtime.end(id, 'answered');
    await inStore(test, 'DELETE FROM suppressions');
  });
});
