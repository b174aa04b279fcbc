import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BuiltService, environmentOf, TALLIES_PROCESS } from '../../support/built-process.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { StatementGate } from '../../support/statement-gate.js';
import { plantTallies } from '../../support/tallies/built-tallies.js';
import { TallyPlace } from '../../support/tallies/tally-place.js';
import type { TestApp } from '../../support/app.js';
import type { Settings } from '../../../src/config/settings.js';

// requests 5.10
describe('a unit of work in a tenant store that is cut off at any of its statements', () => {
  const place = new TallyPlace();
  let gate: StatementGate;
  let behind: Settings;
  /** A process whose connections are cut, and one whose connections are not. */
  let app: TestApp;
  let healthy: TestApp;

  beforeAll(async () => {
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
    // Passport is one for the whole of this process, and authenticates over the connections of the last one that began.
    healthy = await place.another();
  });
  afterAll(async () => {
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

  /** @returns null when the process is gone before it answers */
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

  /** Repeats the request to a process that lives, and holds what is left against S3. */
  async function expectDoneOnce(
    amount: number,
    key: string,
    answers: readonly (Answer | null)[],
  ): Promise<void> {
    place.clock.set(new Date(Math.max(Date.now(), place.clock.now().getTime()) + 11_000));
    const repeated = await send(healthy.baseUrl, amount, key);
    expect(repeated).toMatchObject({ status: 201 });
    for (const answer of answers) {
      // Not 500: what happened to the stores is no fault of the service.
      if (answer) expect([201, 409, 503]).toContain(answer.status);
      if (answer?.status === 201) expect(answer.text).toBe(repeated?.text);
    }
    expect((await place.effects()).filter((it) => it === amount)).toEqual([amount]);
    await place.relay();
    expect((await place.audited()).filter((it) => it === amount)).toEqual([amount]);
    expect([await place.effectRows(), await place.outbox(), (await place.records()).open]).toEqual([0, 0, 0]);
    expect(await send(healthy.baseUrl, amount, key)).toMatchObject({
      isReplay: true,
      text: repeated?.text,
    });
  }

  /** Does a request that nothing stops, so that what processes remember is remembered. */
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
      // The key; begin, row, audit row, effect row; the question; commit; the answer. Marks and bindings come on top.
      expect(statements).toBeGreaterThan(8);
    });
  });

  describe('by the end of its process', () => {
    let service: BuiltService;

    beforeAll(() => {
      service = new BuiltService();
      plantTallies();
    });
    afterAll(() => service.stop());

    /** Kills a process that is at this statement of the last of so many requests at once. */
    async function killAt(statement: number, where: 'before' | 'after', requests: number): Promise<boolean> {
      const child = service.start(TALLIES_PROCESS, environmentOf(behind));
      const { port } = await child.line('listening');
      const baseUrl = `http://127.0.0.1:${Number(port)}`;
      await warm(baseUrl, `warm-${statement}`);
      const held = gate.stopAt(statement, where);
      const answers = Promise.all(
        Array.from({ length: requests }, () => send(baseUrl, statement, 'the-key')),
      );
      const isHeld = (await Promise.race([held, answers])) === undefined;
      child.kill('SIGKILL');
      await child.ended;
      gate.cut();
      await expectDoneOnce(statement, 'the-key', await answers);
      return isHeld;
    }

    // Each start takes a second: a few of the moments, all of them at full depth.
    const MOMENTS = atDepth({ ordinary: [3, 7], full: Array.from({ length: 12 }, (_, i) => i + 1) });

    it.each(MOMENTS)('has one effect and one answer: before statement %i', async (statement) => {
      await killAt(statement, 'before', 1);
    });

    // S3
    it('has one effect and one answer of 50 requests at once', async () => {
      await killAt(60, 'before', 50);
    });
  });
});
