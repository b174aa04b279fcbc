import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignDetail } from '../../../src/features/campaigns/detail/campaign-detail.response.js';
import type { CampaignReport } from '../../../src/features/campaigns/report/report.response.js';
import { REHEARSAL } from '../../../tools/demo/campaigns.ts';
import { seedCapacity } from '../../../tools/demo/capacity.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { deskKeys } from '../../../tools/demo/configure.ts';
import { prepareRehearsal, REHEARSAL_TENANT } from '../../../tools/demo/rehearsal.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import { outcomeOf } from '../../../tools/sandbox/outcomes.ts';
import { RefusedError } from '../../../tools/sandbox/http.ts';
import { SandboxRuntime } from '../../../tools/sandbox/runtime.ts';
import { WorkBench } from '../work/work-bench.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { A_CAMPAIGN, CAMPAIGNS } from '../../support/campaigns.js';
import { withClient } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { printedSteps } from '../../support/guide.js';

const CONTACTS = atDepth({ ordinary: 40, full: 200 });

describe('the sandbox runtime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const stop = new AbortController();
  let bench: WorkBench;
  let test: TestApp;
  let keyOf: ReturnType<typeof deskKeys>;
  let running: Promise<void>;

  beforeAll(async () => {
    bench = await WorkBench.open();
    await bench.startWorker();
    // Started after the worker: with several applications in one process, passport uses the checks
    // of the last one.
    test = await startTestApp({ databases: bench.test.databases });
    const apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    await seedCapacity(test.app, DEMO_CAST);
    keyOf = deskKeys(apiKeys, REHEARSAL_TENANT);
    await prepareRehearsal({ baseUrl: test.baseUrl, keyOf }, { ...REHEARSAL, contacts: CONTACTS });
    mkdirSync(join(folder, '.data'));
    const written = apiKeys.map(({ clientId, dataEnv, scope, key }) => ({
      client_id: clientId,
      data_env: dataEnv,
      scope,
      key,
    }));
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify({ api_keys: written }));
    running = sandbox(keyOf('runtime-ingest')).run(stop.signal);
  });
  afterAll(async () => {
    stop.abort();
    await running;
    await test.close();
    await bench.close();
    rmSync(folder, { recursive: true });
  });

  const sandbox = (apiKey: string): SandboxRuntime =>
    new SandboxRuntime({ apiUrl: test.baseUrl, apiKey, callMs: 10, parallel: 10 });
  const ask = async <T>(path: string, query: object = {}): Promise<T> => {
    const sent = test.request().get(path).set('X-API-Key', keyOf('partner_admin')).query(query);
    return (await sent.expect(200)).body as T;
  };

  it('brings the demo campaign to its end by the steps that the guide prints, and all that tells of it agrees', async () => {
    const steps = printedSteps(
      'A campaign from run to completed',
      test.baseUrl,
      join(folder, '.data', 'demo.json'),
    );
    const script = `set -eu\n${steps}`;
    // The data folder is where the steps expect it.
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    expect(stdout.split('\n').slice(0, 2)).toEqual(['ready', 'running']);

    const { items } = await ask<{ items: CampaignDetail[] }>(CAMPAIGNS, { search: 'rehearsal' });
    const { campaign_id: id, counts, status } = items[0]!;
    expect([status, counts.total]).toEqual(['completed', CONTACTS]);
    const outcomes = Array.from({ length: CONTACTS }, (_, position) =>
      outcomeOf({ to_number: REHEARSAL.numberOf(position), voicemail_policy: { on_voicemail: 'hangup' } }),
    );
    const tally = (of: (outcome: (typeof outcomes)[number]) => string): Record<string, number> =>
      Object.fromEntries([...Map.groupBy(outcomes, of)].map(([word, calls]) => [word, calls.length]));
    const report = await ask<CampaignReport>(`${CAMPAIGNS}/${id}/report`);
    expect(report.disposition_counts).toEqual(tally(({ disposition }) => disposition));
    const isRetried = ['no_answer', 'busy', 'carrier_failed', 'system_failed', 'silence'];
    const retries = outcomes.filter(({ disposition }) => isRetried.includes(disposition)).length;
    expect(report.linked_calls.total).toBe(CONTACTS + retries);
    const statusOf = ({ disposition }: (typeof outcomes)[number]): string => {
      if (['direct_opt_out', 'wrong_number'].includes(disposition)) return 'suppressed';
      const reached = 'goal_completed answered callback_requested not_interested transferred voicemail_left';
      return reached.split(' ').includes(disposition) ? 'completed' : 'failed';
    };
    expect(report.contact_status_counts).toMatchObject(tally(statusOf));

    const calls = await ask<{ items: { call_id: string }[]; pagination: { total_records: number } }>(
      '/v1/calls/list',
      { campaign_id: id, page_size: 100 },
    );
    expect(calls.pagination.total_records).toBe(report.linked_calls.total);
    for (const { call_id: callId } of calls.items.slice(0, 10)) {
      const evidence = await ask<object>(`/v1/compliance/calls/${callId}/outbound-evidence`);
      expect(evidence).toMatchObject({ call_id: callId, evidence_status: 'recorded', call_type: 'service' });
    }
    expect(stdout).toContain('"evidence_status":"recorded"');
    expect(stdout).toMatch(/"status":"ended","disposition":"goal_completed","call_id":"sandbox-/);
  }, 300_000);

  // workspace 9.11, 9.13, 9.18
  it('brings a test call to its end by the steps that the guide prints, with what was said in it', async () => {
    const steps = printedSteps(
      'A test call from request to end',
      test.baseUrl,
      join(folder, '.data', 'demo.json'),
    );
    const script = `set -eu\n${steps}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'ended',
      outcome: 'goal_completed',
      stages: { first_response_ms: 400 },
      transcript: { status: 'available', lines: [{ role: 'agent' }, { role: 'caller' }] },
    });
  }, 300_000);

  // dispatch 3.4, 4.3
  it('vanishes with the first call to a number that ends with 222, which ends with its lease and is made again', async () => {
    const post = (path: string, body: object = {}) =>
      test
        .request()
        .post(`${CAMPAIGNS}${path}`)
        .set('X-API-Key', keyOf('partner_admin'))
        .set('Idempotency-Key', randomUUID())
        .send(body);
    const { items } = await ask<{ items: CampaignDetail[] }>(CAMPAIGNS, { search: 'rehearsal' });
    const campaign = { project_id: items[0]!.project_id, ...REHEARSAL.body, name: 'Vanishing' };
    const made = await post('', { ...campaign, compliance: A_CAMPAIGN.compliance }).expect(201);
    const { campaign_id: id } = made.body as CampaignDetail;
    const contacts = [{ to_number: '+61255500222', external_contact_id: 'vanishing', clinic: 'Newtown' }];
    await post(`/${id}/contacts/import-json`, { source_id: 'test', batch_id: 'test', contacts }).expect(200);
    await post(`/${id}/run`).expect(200);
    const inStore = (text: string, values: unknown[] = []) =>
      withClient(test.databases.superuser.storeUrls.get('store-b')!, async (client) => {
        const { rows } = await client.query<object>(text, values);
        return rows;
      });
    const dispatches = () =>
      inStore(
        `SELECT status, disposition, last_sequence FROM dispatches WHERE campaign_id = $1 ORDER BY attempt_number`,
        [id],
      );
    const leased = { status: 'leased', disposition: null, last_sequence: 0 };
    await eventually(async () => expect(await dispatches()).toEqual([leased]));
    await inStore(
      `UPDATE dispatches SET lease_expires_at = now() - interval '1 second' WHERE campaign_id = $1`,
      [id],
    );
    await inStore(`UPDATE work_items SET ready_at = now() WHERE kind = 'dispatch.lease-ends'`);
    const silent = { status: 'ended', disposition: 'system_failed', last_sequence: 0 };
    await eventually(async () => expect(await dispatches()).toEqual([silent]));
    // A claim that has waited since before the retry was due is woken.
    await post(`/${id}/pause`).expect(200);
    await post(`/${id}/resume`).expect(200);
    await eventually(async () =>
      expect(await dispatches()).toEqual([
        silent,
        { status: 'ended', disposition: 'answered', last_sequence: 3 },
      ]),
    );
    await eventually(async () =>
      expect((await ask<CampaignDetail>(`${CAMPAIGNS}/${id}`)).status).toBe('completed'),
    );
  });

  it('ends where the API refuses what it asks', async () => {
    await expect(sandbox(keyOf('partner_admin')).run(stop.signal)).rejects.toThrow(RefusedError);
  });
});
