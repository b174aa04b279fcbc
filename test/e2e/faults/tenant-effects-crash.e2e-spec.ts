import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BuiltService, environmentOf, TALLIES_PROCESS } from '../../support/built-process.js';
import { atDepth } from '../../support/depth.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { eventually } from '../../support/eventually.js';
import { StatementGate } from '../../support/statement-gate.js';
import { plantTallies } from '../../support/tallies/built-tallies.js';
import { TallyPlace } from '../../support/tallies/tally-place.js';
import { workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { Settings } from '../../../src/config/settings.js';

// requests 5.10
describe('a unit of work in a tenant store that is cut off at any of its statements', () => {
  const place = new TallyPlace();
  let gate: StatementGate;
  let behind: Settings;
  /** One process whose connections are cut, and one whose connections are kept. */
  let app: TestApp;
  let healthy: TestApp;
  let service: BuiltService;

  beforeAll(async () => {
    service = new BuiltService().compile();
    plantTallies();
    await place.open();
    gate = new StatementGate();
    const { metadata, tenantStores } = place.test.settings;
    const urls = new Map<string, string>();
    for (const [storeId, url] of tenantStores.urls) urls.set(storeId, await gate.before(url));
    behind = {
      ...place.test.settings,
      metadata: { ...metadata, url: await gate.before(metadata.url) },
      tenantStores: { ...tenantStores, urls },
    };
    app = await place.another(() => behind);
    // The whole process shares passport, which authenticates over the connections of the
    // application started last.
    healthy = await place.another();
  });
  afterAll(async () => {
    service.stop();
    await app.close();
    await healthy.close();
    await gate.close();
    await place.close();
  });
  beforeEach(() => place.newTenant());

  interface Answer {
    readonly status: number;
    readonly text: string;
    readonly isReplay: boolean;
  }

  /** @returns null if the process died before it answered */
  async function send(baseUrl: string, amount: number, key: string): Promise<Answer | null> {
    try {
      const response = await fetch(`${baseUrl}/test/tallies/add`, {
        method: 'POST',
        headers: { 'X-API-Key': place.key, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ amount }),
      });
      const isReplay = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, text: await response.text(), isReplay };
    } catch {
      return null;
    }
  }

  /** Repeats the request to a live process, and compares the resulting state with S3. */
  async function expectDoneOnce(
    amount: number,
    key: string,
    answers: readonly (Answer | null)[],
  ): Promise<void> {
    place.clock.set(new Date(Math.max(Date.now(), place.clock.now().getTime()) + 11_000));
    const repeated = await send(healthy.baseUrl, amount, key);
    expect(repeated).toMatchObject({ status: 201 });
    for (const answer of answers) {
      // Not 500: a store's fault is not a fault of the service.
      if (answer) expect([201, 409, 503]).toContain(answer.status);
      if (answer?.status === 201) expect(answer.text).toBe(repeated?.text);
    }
    expect((await place.effects()).filter((it) => it === amount)).toEqual([amount]);
    expect(await place.items(amount)).toBe(1);
    await place.relay();
    expect((await place.audited()).filter((it) => it === amount)).toEqual([amount]);
    expect([await place.effectRows(), await place.outbox(), (await place.records()).open]).toEqual([0, 0, 0]);
    expect(await send(healthy.baseUrl, amount, key)).toMatchObject({
      isReplay: true,
      text: repeated?.text,
    });
  }

  /** Sends a request without interruption, which fills the caches of processes. */
  const warm = (baseUrl: string, key: string) =>
    eventually(async () => expect(await send(baseUrl, 999, key)).toMatchObject({ status: 201 }));

  describe('by the loss of its connections', () => {
    it.each(['before', 'after'] as const)('has one effect and one answer: %s each of them', async (where) => {
      let statements = 0;
      for (let isOver = false; !isOver;) {
        const amount = (statements += 1);
        await warm(app.baseUrl, `warm-${amount}`);
        const held = gate.stopAt(amount, where);
        const answer = send(app.baseUrl, amount, `key-${amount}`);
        isOver = (await Promise.race([held, answer])) !== undefined;
        gate.cut();
        await expectDoneOnce(amount, `key-${amount}`, [await answer]);
      }
      // The moments below, expired keys that were read again, and one that never arrived.
      expect(statements).toBeGreaterThanOrEqual(12);
    });
  });

  describe('by the end of its process', () => {
    /** Kills a process that has reached this statement in this many concurrent requests. */
    async function killAt(statement: number, requests = 1): Promise<void> {
      const child = service.start(TALLIES_PROCESS, environmentOf(behind));
      const { port } = await child.line('listening');
      const baseUrl = `http://127.0.0.1:${Number(port)}`;
      await warm(baseUrl, `warm-${statement}`);
      const held = gate.stopAt(statement, 'before');
      const answers = Promise.all(
        Array.from({ length: requests }, () => send(baseUrl, statement, 'the-key')),
      );
      await held;
      child.kill('SIGKILL');
      await child.ended;
      gate.cut();
      await expectDoneOnce(statement, 'the-key', await answers);
    }

    const MOMENTS: [string, number][] = [
      ['it takes the key', 1],
      ['its transaction begins', 2],
      ['its row', 3],
      ['its audit row', 4],
      ['the work item of that', 5],
      ['its own work item', 6],
      ['the work item of its effect', 7],
      ['its effect row', 8],
      ['it asks whether the key is still held', 9],
      ['its commit', 10],
      ['the completion of its record', 11],
    ];
    // Each starts a process, which takes a second: the two between which most can go wrong, all of
    // them at full depth.
    it.each(atDepth({ ordinary: MOMENTS.slice(-2), full: MOMENTS }))(
      'has one effect and one answer: before %s',
      async (_, statement) => {
        await killAt(statement);
      },
    );

    // S3
    it('has one effect and one answer of 50 requests at once', async () => {
      await killAt(60, 50);
    });
  });

  // requests 5.10
  it('answers although its record cannot be completed, which happens later', async () => {
    await warm(app.baseUrl, 'warm');
    // By name: cached values may expire meanwhile and be read first.
    const held = gate.stopAtNamed('idempotency_complete_from_effect');
    const answer = send(app.baseUrl, 70, 'kept');
    await held;
    gate.cut();
    const first = await answer;
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect((await place.records()).open).toBe(1);
    await place.relay();
    expect((await place.records()).open).toBe(0);
    expect(await send(healthy.baseUrl, 70, 'kept')).toEqual({ ...first, isReplay: true });
  });

  // privacy section 8
  it('has its audit row and its record carried over by the worker, without another request', async () => {
    // Work that is due by a slow clock is due at once.
    place.clock.set(new Date(Date.now() - 60_000));
    const first = await send(healthy.baseUrl, 72, 'carried');
    expect(first).toMatchObject({ status: 201 });
    await place.forgetAnswers();
    const worker = service.start('worker', environmentOf(workerSettings(place.test)));
    try {
      await worker.line('working');
      await eventually(async () => {
        expect([await place.audited(), await place.outbox()]).toEqual([[72], 0]);
        expect([await place.records(), await place.effectRows()]).toEqual([{ completed: 1, open: 0 }, 0]);
      });
    } finally {
      worker.kill('SIGTERM');
      await worker.ended;
    }
    expect(await send(healthy.baseUrl, 72, 'carried')).toEqual({ ...first, isReplay: true });
    expect(await place.audited()).toEqual([72]);
  });

  // requests 5.10
  it('answers 503 to one that takes over while the store is down, and does no work', async () => {
    const first = await send(healthy.baseUrl, 71, 'taken-over');
    await place.forgetAnswers();
    place.pastTheLock();
    const proxy = await FaultProxy.before(place.test.settings.tenantStores.urls.get('store-a')!);
    const { tenantStores } = place.test.settings;
    // Starts last, because authentication uses the last application.
    const urls = new Map(tenantStores.urls).set('store-a', proxy.url);
    const behindProxy = await place.another((own) => ({ ...own, tenantStores: { ...tenantStores, urls } }));
    try {
      await proxy.become('refuse');
      const down = await send(behindProxy.baseUrl, 71, 'taken-over');
      expect(down).toMatchObject({ status: 503 });
      expect([await place.effects(), await place.records()]).toEqual([[71], { completed: 0, open: 1 }]);
      await proxy.heal();
      const after = await eventually(async () => {
        const answer = await send(behindProxy.baseUrl, 71, 'taken-over');
        expect(answer).toMatchObject({ status: 201 });
        return answer;
      });
      expect(after).toEqual({ ...first, isReplay: true });
      expect(await place.effects()).toEqual([71]);
    } finally {
      await behindProxy.close();
      await proxy.close();
    }
  });
});
