import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuntimeConfigurationResponse } from '../../../src/features/runtime/rules/runtime.response.js';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { configureAssistants } from '../../../tools/demo/assistants/configure-assistants.ts';
import { configureDemo, deskKeys } from '../../../tools/demo/configure.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import { useTestApp } from '../../support/app.js';
import { printedSteps } from '../../support/guide.js';
import { bearerToken } from '../../support/tokens.js';

describe('the guide to an assistant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const test = useTestApp();

  beforeAll(async () => {
    const apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    // In addition to what the demo's projects have published.
    await configureDemo({ baseUrl: test.baseUrl, keyOf: deskKeys(apiKeys) });
    await configureAssistants(test.baseUrl, apiKeys, (refusal) => expect.fail(refusal));
    mkdirSync(join(folder, '.data'));
    const written = apiKeys.map(({ clientId, dataEnv, scope, key }) => ({
      client_id: clientId,
      data_env: dataEnv,
      scope,
      key,
    }));
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify({ api_keys: written }));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  // workspace 1.1, 3.1, 4.1, 5.1, 7.1, 9.1, 11.1, 12.9, 14.3, 14.5, 15.1, 15.5, 15.6
  it('leads from nothing to what the runtime is handed, by the steps that are printed', async () => {
    const [admin] = DEMO_CAST.users.filter(({ email }) => email === 'partner-admin@harbour.example.com');
    const steps = printedSteps(
      'Configure and publish an assistant',
      test.baseUrl,
      join(folder, '.data', 'demo.json'),
    );
    // The token that the beginning of the guide obtains.
    const [second] = DEMO_CAST.users.filter(({ email }) => email === 'second-admin@harbour.example.com');
    // The token of the second person comes from an identity provider that only `npm start` has.
    const asked = `npm run -s token -- ${second!.email}`;
    expect(steps).toContain(asked);
    const tokens = `TOKEN=${bearerToken(admin!.subject)}
      npm() { [ "npm $*" = "${asked}" ] && echo ${bearerToken(second!.subject)}; }`;
    const script = `set -euo pipefail\n${tokens}\n${steps}`;
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-c', script],
      // The data folder is where the steps expect it.
      { cwd: folder },
    );
    expect(stderr).toBe('');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const ready = { status: 'ready', findings: [] };
    const prompt = expect.stringContaining('You answer the phone of {{practice_name}}') as unknown;
    expect(answers).toEqual([
      'RECORDS_API_KEY',
      ...[ready, ready, ready, ready, ready],
      'ready',
      1,
      prompt,
      'confirmed',
      ready,
      2,
      // Chance decides which callers are among the ten percent.
      expect.any(Boolean),
      2,
      ready,
      'queued',
      'approval_missing',
      'approved',
      3,
      ['RECORDS_API_KEY'],
    ]);
    const handed = JSON.parse(
      readFileSync(join(folder, 'configuration.json'), 'utf8'),
    ) as RuntimeConfigurationResponse;
    expect(handed.sections['assistant']).toMatchObject({
      prompt,
      tools: [{ plugin_id: 'practice-records', tool_name: 'find_free_slots' }],
    });
    expect(handed.secrets).toEqual({ RECORDS_API_KEY: 'Bearer 9f2c41d07be8' });
  });
});
