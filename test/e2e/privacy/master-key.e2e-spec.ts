import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';

describe('a master key file that was swapped by mistake', () => {
  let right: TestApp;
  let wrong: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'telephony-key-'));

  beforeAll(async () => {
    right = await startTestApp();
    const file = join(folder, 'master.key');
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
    wrong = await startTestApp({
      databases: right.databases,
      settings: () => ({
        ...right.settings,
        keyProvider: { kind: 'local', masterKeyFile: file, mustBeRandom: true },
      }),
    });
  });
  afterAll(async () => {
    await wrong.close();
    await right.close();
    rmSync(folder, { recursive: true });
  });

  it('is no trouble while nothing is stored', async () => {
    expect((await wrong.request().get('/v1/health')).status).toBe(200);
  });

  // calls-ingest 1.8; operations 1.3, 1.5
  it('makes the process unhealthy, stores nothing and says why in the log alone', async () => {
    const tenant = await right.world.aTenant();
    const project = await right.world.aProject(tenant);
    const key = await right.world.aKey(tenant, 'runtime-ingest');
    const post = (app: TestApp) =>
      app
        .request()
        .post('/internal/v1/calls')
        .set('X-API-Key', key)
        .send([aCall(project, { caller_number: '+61491570006' })]);
    expect((await post(right)).status).toBe(200);

    const refused = await post(wrong);
    expect(refused.status).toBe(503);
    expect(refused.text).not.toContain('wrapped');
    expect(wrong.logs()).toContain('was wrapped by local:');

    const fresh = await startTestApp({ databases: right.databases, settings: () => wrong.settings });
    expect((await fresh.request().get('/v1/health')).status).toBe(503);
    expect(fresh.logs()).toContain('keys cannot be used');
    await fresh.close();
  });
});
