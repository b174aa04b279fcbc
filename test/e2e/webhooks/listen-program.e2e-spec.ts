import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { BuiltService } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { atDepth } from '../../support/depth.js';
import { DeliveryBench } from './delivery-bench.js';
import { aWebhookDesk, PATH } from './webhook-desk.js';

/** What the program reads of demo.json. */
interface Demo {
  readonly base_url: string;
  readonly projects: readonly { readonly project_id: string }[];
  readonly api_keys: readonly { readonly client_id: string; readonly scope: string; readonly key: string }[];
}

// Making a cluster and the calls of the demo takes half a minute on a busy machine.
const START_MS = 120_000;

describe('npm run webhook-listen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-listen-'));
  let service: BuiltService;

  beforeAll(() => {
    service = new BuiltService();
    // When root runs the tests, PostgreSQL runs as another account, which has to get in.
    chmodSync(folder, 0o755);
  });
  afterAll(() => {
    service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environmentOf = (dataDir: string): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    // A machine that is busy with other things makes stores wait, and that is not what is tried here.
    STORE_READ_DEADLINE_MS: '30000',
  });
  /** A platform that is up; one that could not be started goes on where it was. */
  const started = async (dataDir: string, tries = 3): Promise<BuiltProcess> => {
    const platform = service.startTool('start', environmentOf(dataDir));
    const isUp = (): boolean => /^ready http/m.test(platform.output);
    let isOver = false;
    void platform.ended.then(() => (isOver = true));
    await expect.poll(() => isOver || isUp(), { timeout: START_MS }).toBe(true);
    if (isUp() || tries === 1) return platform;
    return started(dataDir, tries - 1);
  };
  const says = (listener: BuiltProcess, pattern: RegExp): Promise<void> =>
    expect.poll(() => listener.output, { timeout: 30_000 }).toMatch(pattern);

  /** Listens to the platform that a data directory describes, while a call comes in, until Ctrl-C. */
  async function listens(dataDir: string, ingest: (demo: Demo) => Promise<unknown>): Promise<void> {
    const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
    const { project_id: projectId } = demo.projects[0]!;
    const listener = service.startTool('webhook-listen', environmentOf(dataDir), [projectId]);
    await says(listener, /^call_started .* attempt 1 {2}test {2}verified yes$/m);
    await ingest(demo);
    for (const event of ['call_started', 'call_ended', 'call_analyzed'])
      await says(listener, new RegExp(`^${event} .* attempt 1  verified yes$`, 'm'));
    expect(listener.output).toContain(`listening to ${projectId} as webhook `);
    listener.kill('SIGINT');
    // npm passes on what the terminal has sent already.
    listener.kill('SIGINT');
    expect(await listener.ended).toBe(0);
    const { key } = demo.api_keys.find(({ scope }) => scope === 'partner_admin')!;
    const left = await fetch(`${demo.base_url}${PATH}?project_id=${projectId}`, {
      headers: { 'X-API-Key': key },
    });
    expect(await left.json()).toMatchObject({ items: [] });
  }

  it('prints what the webhook of a running platform is told, and leaves nothing behind', async () => {
    const bench = await DeliveryBench.open();
    await bench.startWorker();
    const desk = await aWebhookDesk(bench.test);
    const own = { client_id: desk.tenant.clientId, data_env: desk.tenant.dataEnv };
    const dataDir = join(folder, 'running');
    mkdirSync(dataDir);
    const demo = {
      base_url: bench.test.baseUrl,
      projects: [{ ...own, project_id: desk.projectId, display_name: 'Front desk', timezone: 'UTC' }],
      api_keys: [{ ...own, scope: 'partner_admin', key: desk.headers['X-API-Key'] }],
    };
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(demo));
    await listens(dataDir, () => bench.call(desk));
    await bench.close();
  }, 120_000);

  it('says so where no platform runs, or none any more', async () => {
    const nowhere = join(folder, 'nowhere');
    const first = service.startTool('webhook-listen', environmentOf(nowhere));
    expect(await first.ended).toBe(1);
    expect(first.output).toBe(`No platform has been started on ${nowhere}: run npm start first.\n`);
    mkdirSync(nowhere);
    const demo = {
      base_url: 'http://127.0.0.1:9',
      projects: [{ project_id: 'p', client_id: 'c', data_env: 'prod' }],
      api_keys: [{ client_id: 'c', data_env: 'prod', scope: 'partner_admin', key: 'k' }],
    };
    writeFileSync(join(nowhere, 'demo.json'), JSON.stringify(demo));
    const second = service.startTool('webhook-listen', environmentOf(nowhere));
    expect(await second.ended).toBe(1);
    expect(second.output).toBe('No platform answers at http://127.0.0.1:9: run npm start first.\n');
  });

  // The whole of what a newcomer runs; in an ordinary run the first test stands for it.
  it.each(atDepth({ ordinary: [], full: ['npm start'] }))(
    'works with the demo of %s',
    async () => {
      const dataDir = join(folder, 'demo');
      const platform = await started(dataDir);
      expect(platform.output).toMatch(/^ready http/m);
      await listens(dataDir, async ({ base_url: baseUrl, projects, api_keys: keys }) => {
        const [{ key } = { key: '' }] = keys.filter((it) => it.scope === 'runtime-ingest');
        const call = aCall(projects[0]!.project_id, { resolution_status: 'resolved' });
        const answer = await fetch(`${baseUrl}/internal/v1/calls`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify([call]),
        });
        expect(await answer.json()).toMatchObject({ accepted: 1 });
      });
      platform.kill('SIGTERM');
      expect(await platform.ended).toBe(0);
    },
    4 * START_MS,
  );
});
