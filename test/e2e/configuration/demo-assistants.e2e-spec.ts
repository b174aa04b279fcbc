import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppliedVersions } from '../../../tools/demo/assistants/applied-versions.ts';
import { DEMO_ASSISTANTS } from '../../../tools/demo/assistants/assistants.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { configureAssistants } from '../../../tools/demo/assistants/configure-assistants.ts';
import { deskKeys } from '../../../tools/demo/configure.ts';
import { PROJECT_PROFILES } from '../../../tools/demo/project-profiles.ts';
import { demoSender } from '../../../tools/demo/sender.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import type { DemoApiKeySecret } from '../../../tools/demo/types.ts';
import { useTestApp } from '../../support/app.js';

const PROJECTS = Object.keys(DEMO_ASSISTANTS);
const SUSPENDED = 'bluegum-vets';
const tenantOf = (projectId: string) =>
  DEMO_CAST.projects.find((project) => project.projectId === projectId)!;

describe('the assistants of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-assistants-'));
  const test = useTestApp();
  let apiKeys: readonly DemoApiKeySecret[];
  /** Errors that are returned while a client is suspended. */
  const refusals: string[] = [];
  const unexpected: string[] = [];

  beforeAll(async () => {
    apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    const setStatus = (status: string) =>
      test.world.sql('UPDATE clients SET status = $2 WHERE client_id = $1', [SUSPENDED, status]);
    await setStatus('suspended');
    await configureAssistants(test.baseUrl, apiKeys, (line) => refusals.push(line));
    await setStatus('active');
    await again();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  const again = () => configureAssistants(test.baseUrl, apiKeys, (line) => unexpected.push(line));
  const administratorOf = (projectId: string): Record<string, string> => {
    return { 'X-API-Key': deskKeys(apiKeys, tenantOf(projectId))('partner_admin') };
  };

  // The sixth industry belongs to a client without a partner, so no partner configures it.
  it('are of every line of business whose calls a partner looks after', () => {
    const owned = new Set(DEMO_CAST.organisations.flatMap(({ clientIds }) => clientIds));
    const kinds = DEMO_CAST.projects
      .filter(({ clientId }) => owned.has(clientId))
      .map(({ projectId }) => PROJECT_PROFILES.get(projectId)?.kind);
    expect(new Set(PROJECTS.map((projectId) => PROJECT_PROFILES.get(projectId)?.kind))).toEqual(
      new Set(kinds),
    );
  });

  it.each(PROJECTS)('are published without a finding: %s', async (projectId) => {
    const as = administratorOf(projectId);
    for (const section of ['assistant', 'transfer-routing']) {
      const answer = await test.request().get(`/v1/projects/${projectId}/${section}`).set(as).expect(200);
      expect(answer.body).toMatchObject({
        source: 'published',
        validation: { status: 'ready', findings: [] },
      });
    }
    const drift = await test.request().get(`/v1/projects/${projectId}/runtime-drift`).set(as).expect(200);
    const { isApplied } = DEMO_ASSISTANTS[projectId]!;
    expect(drift.body).toMatchObject({ state: isApplied ? 'in_sync' : 'drifted' });
  });

  it('leave what the runtimes have confirmed as the cast says', async () => {
    const rows = await test.world.sql<{ project_id: string; projection: string }>(
      `SELECT project_id, projection FROM project_compliance WHERE project_id = ANY($1)`,
      [PROJECTS],
    );
    const said = DEMO_CAST.compliance.filter(({ projectId }) => PROJECTS.includes(projectId));
    expect(Object.fromEntries(rows.map((row) => [row.project_id, row.projection]))).toEqual(
      Object.fromEntries(said.map(({ projectId, projection }) => [projectId, projection])),
    );
  });

  it('are the same after another start', async () => {
    await again();
    expect(unexpected).toEqual([]);
    for (const projectId of PROJECTS) {
      const list = await test
        .request()
        .get(`/v1/projects/${projectId}/versions`)
        .set(administratorOf(projectId))
        .expect(200);
      expect((list.body as { items: unknown[] }).items).toHaveLength(1);
    }
  });

  // workspace 7.5, 8.1
  it('are confirmed by their runtime when a person publishes, also where it could not apply the version before', async () => {
    const failed = PROJECTS.find((id) => !DEMO_ASSISTANTS[id]!.isApplied)!;
    const tenant = tenantOf(failed);
    const runtime = new AppliedVersions(test.baseUrl, apiKeys);
    const as = administratorOf(failed);
    const state = async (): Promise<unknown> =>
      ((await test.request().get(`/v1/projects/${failed}/runtime-drift`).set(as)).body as { state: string })
        .state;
    await runtime.look(tenant);
    expect(await state()).toBe('drifted');
    const send = demoSender(test.baseUrl);
    const key = deskKeys(apiKeys, tenant)('partner_admin');
    const path = `/v1/projects/${failed}`;
    const { answer } = await send(key, 'GET', `${path}/assistant`);
    const { etag } = await send(key, 'GET', `${path}/draft`);
    const configuration = { ...(answer['configuration'] as object), greeting: 'Good day.' };
    await send(key, 'PUT', `${path}/assistant`, { configuration }, etag);
    const draft = await send(key, 'GET', `${path}/draft`);
    await send(key, 'POST', `${path}/publish`, { change_note: 'Once more.' }, draft.etag);
    await runtime.look(tenant);
    expect(await state()).toBe('in_sync');
  });

  it('are left alone where their client is suspended, which is told and keeps no other client from its own', () => {
    const suspended = PROJECTS.filter((id) => tenantOf(id).clientId === SUSPENDED);
    expect(suspended).toHaveLength(2);
    expect(refusals).toEqual(
      suspended.map(
        (id) => expect.stringContaining(`Demo: GET /v1/projects/${id}/versions was answered 401`) as string,
      ),
    );
  });
});
