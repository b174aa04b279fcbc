import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startKeyless } from '../../support/keyless-app.js';
import { aProjectFixture } from './editing.js';
import type { ProjectFixture } from './editing.js';
import {
  aRuntime,
  bookingWith,
  configuration,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

describe('without the key of the tenant', () => {
  let right: TestApp;
  let keyless: TestApp;
  let desk: ProjectFixture;
  let runtime: string;

  beforeAll(async () => {
    right = await startTestApp();
    keyless = await startKeyless(right);
    desk = await aProjectFixture(right);
    runtime = await aRuntime(right, desk);
    await makeSecret(right, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(right, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(right, desk);
  });
  afterAll(async () => {
    await keyless.close();
    await right.close();
  });

  const stored = async () => ({
    secrets: await right.world.sql(
      `SELECT secret_name, version, value_encrypted FROM project_secrets WHERE project_id = $1`,
      [desk.projectId],
    ),
    calls: await right.world.sql(`SELECT status FROM project_test_calls WHERE project_id = $1`, [
      desk.projectId,
    ]),
    audited: await right.world.sql(`SELECT count(*) FROM audit_events WHERE metadata->>'project_id' = $1`, [
      desk.projectId,
    ]),
  });

  // workspace 4.10
  it('no secret is kept or rotated and no test call queued, and the same request may be sent again', async () => {
    const before = await stored();
    await makeSecret(keyless, desk, 'CRM', 'another-horse', 'k-1').expect(503);
    await send(keyless, desk, 'post', 'secrets/CALENDAR/rotate', { body: { value: 'x' } }).expect(503);
    const body = { to_number: '+61491570159', use: 'published' };
    await send(keyless, desk, 'post', 'test-call/request', { body }).expect(503);
    expect(await stored()).toEqual(before);
    await makeSecret(right, desk, 'CRM', 'another-horse', 'k-1').expect(200);
  });

  // workspace 7.4
  it('the runtime gets nothing rather than a configuration without its secrets', async () => {
    const before = await stored();
    const refused = await configuration(keyless, desk, runtime).expect(503);
    expect(refused.text).not.toMatch(/booking|horse|CALENDAR/);
    expect(await stored()).toEqual(before);
    const served = await configuration(right, desk, runtime).expect(200);
    await configuration(keyless, desk, runtime, served.get('ETag')).expect(304);
  });

  // workspace 9.10
  it('test calls go on waiting, and none of them is lost', async () => {
    const calls: string[] = [];
    for (const use of ['published', 'published']) {
      const body = { to_number: '+61491570159', use };
      const queued = await send(right, desk, 'post', 'test-call/request', { body }).expect(202);
      calls.push((queued.body as { test_call_id: string }).test_call_id);
    }
    const take = (test: TestApp) =>
      test
        .request()
        .post(`/internal/v1/projects/${desk.projectId}/test-calls/take`)
        .set('X-API-Key', runtime);
    await take(keyless).expect(503);
    const { items } = (await take(right).expect(200)).body as { items: { test_call_id: string }[] };
    expect(items.map((call) => call.test_call_id).sort()).toEqual(calls.sort());
  });

  it('secrets are still listed, and deleted where nothing refers to them', async () => {
    await makeSecret(right, desk, 'UNUSED', 'third-horse').expect(200);
    await send(keyless, desk, 'get', 'secrets').expect(200);
    await send(keyless, desk, 'delete', 'secrets/UNUSED').expect(200);
    await send(keyless, desk, 'delete', 'secrets/CALENDAR').expect(409);
  });
});
