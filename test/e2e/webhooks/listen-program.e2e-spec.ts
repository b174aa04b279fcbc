import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltService } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { DeliveryBench } from './delivery-bench.js';
import { aWebhookFixture } from './webhook-fixture.js';

describe('npm run webhook-listen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-listen-'));
  let service: BuiltService;

  beforeAll(() => {
    service = new BuiltService().compile();
  });
  afterAll(() => {
    service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As `npm start` writes it, with the parts that the program reads. */
  const writeDemo = (dataDir: string, demo: object): void => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(demo));
  };
  const says = (listener: BuiltProcess, pattern: RegExp): Promise<void> =>
    expect.poll(() => listener.output).toMatch(pattern);

  it('prints what the webhook of a running platform is told until Ctrl-C, and leaves nothing behind', async () => {
    const bench = await DeliveryBench.open();
    await bench.startWorker();
    const desk = await aWebhookFixture(bench.test);
    const dataDir = join(folder, 'running');
    const own = { client_id: desk.tenant.clientId, data_env: desk.tenant.dataEnv };
    writeDemo(dataDir, {
      base_url: bench.test.baseUrl,
      projects: [{ ...own, project_id: desk.projectId }],
      api_keys: [{ ...own, scope: 'partner_admin', key: desk.headers['X-API-Key'] }],
    });
    const listener = service.startTool('dev/webhook-listen', { DATA_DIR: dataDir }, [desk.projectId]);
    await says(listener, /^call_started .* attempt 1 {2}test {2}verified yes$/m);
    await bench.call(desk);
    for (const event of ['call_started', 'call_ended', 'call_analyzed'])
      await says(listener, new RegExp(`^${event} .* attempt 1  verified yes$`, 'm'));
    expect(listener.output).toContain(`listening to ${desk.projectId} as webhook `);
    listener.kill('SIGINT');
    // npm also forwards signals that the terminal has already sent.
    listener.kill('SIGINT');
    expect(await listener.ended).toBe(0);
    expect(await desk.items()).toEqual([]);
    await bench.close();
  });

  it('says so where no platform runs, or none any more', async () => {
    const nowhere = join(folder, 'nowhere');
    const first = service.startTool('dev/webhook-listen', { DATA_DIR: nowhere });
    expect(await first.ended).toBe(1);
    expect(first.output).toBe(
      `No platform has been started on ${nowhere}: run npm start first, or set DATA_DIR to the folder with which it was started.\n`,
    );
    writeDemo(nowhere, {
      base_url: 'http://127.0.0.1:9',
      projects: [{ project_id: 'p', client_id: 'c', data_env: 'prod' }],
      api_keys: [{ client_id: 'c', data_env: 'prod', scope: 'partner_admin', key: 'k' }],
    });
    const second = service.startTool('dev/webhook-listen', { DATA_DIR: nowhere });
    expect(await second.ended).toBe(1);
    expect(second.output).toBe('No platform answers at http://127.0.0.1:9: run npm start first.\n');
  });
});
