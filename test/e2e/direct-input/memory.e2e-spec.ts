import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { testSettings, type TestApp } from '../../support/app.js';
import { World } from '../../support/builders.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { useTestDatabases } from '../../support/databases.js';
import { PageOfForms, RuntimeOfForms, seal } from '../../support/direct-input.js';
import { eventually } from '../../support/eventually.js';

// direct-input 6.2
describe('the memory of a process that has passed answers on', () => {
  const service = useBuiltService();
  const databases = useTestDatabases();

  it('holds neither envelope nor token after they were collected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'direct-input-heap-'));
    try {
      const settings = testSettings(databases);
      const { main, url } = await service.serve({
        ...environmentOf(settings),
        TRUSTED_PROXIES: '1',
        NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
      });
      const test = { request: () => supertest(url), world: new World(databases, settings) } as TestApp;
      const [runtime, page] = [await RuntimeOfForms.start(test), new PageOfForms(test)];
      const snapshots = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
      /** The strings in a heap snapshot; taking it collects garbage first. */
      const heap = async (): Promise<string> => {
        const before = snapshots().length;
        main.kill('SIGUSR2');
        return eventually(() => {
          const all = snapshots().toSorted();
          if (all.length === before) throw new Error('no snapshot yet');
          const text = readFileSync(join(folder, all.at(-1)!), 'utf8');
          if (!text.trimEnd().endsWith('}')) throw new Error('the snapshot is not whole yet');
          return text;
        }, 500);
      };
      const session = await runtime.open();
      const envelope = seal({ member_number: '7704118830' }, session.publicKey);
      expect((await page.submit(session.token, envelope)).status).toBe(202);
      expect((await runtime.collect(session.sessionId)).text).toContain(envelope['ciphertext']);
      // Sends another request over each connection to a store, because a driver may keep the last
      // answer.
      for (let turn = 0; turn < 40; turn += 1) {
        const other = await runtime.open();
        await page.submit(other.token, seal({ member_number: '0' }, other.publicKey));
        await runtime.collect(other.sessionId);
      }
      const left = await heap();
      expect(left).toContain('direct_input_collect');
      for (const trace of [envelope['ciphertext'], envelope['tag'], session.token])
        expect(left).not.toContain(trace);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
