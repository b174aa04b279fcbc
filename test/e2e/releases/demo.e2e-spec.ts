import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { IngestService } from '../../../src/features/calls/ingest/ingest.service.js';
import type { KnowledgeBuildsResponse } from '../../../src/features/knowledge/builds/builds.response.js';
import type { LifecycleSnapshotResponse } from '../../../src/features/projects/snapshot/snapshot.response.js';
import type { KnowledgeSource } from '../../../src/features/knowledge/lookup/source.response.js';
import { ServedVersions } from '../../../src/features/releases/staged/served-versions.service.js';
import type { VersionPerformanceResponse } from '../../../src/features/version-performance/comparison/comparison.response.js';
import { missingCalls, NO_HISTORY } from '../../../tools/demo/calls/call-history.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { deskKeys } from '../../../tools/demo/configure.ts';
import { releaseDemo } from '../../../tools/demo/releases/release-demo.ts';
import { AFTER_HOURS_PROJECT_ID, CLINIC_PROJECT_ID } from '../../../tools/demo/releases/staged-versions.ts';
import { demoRecords, seedCast } from '../../../tools/demo/seed.ts';
import type { DemoApiKeySecret } from '../../../tools/demo/types.ts';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { useWorker } from '../../support/worker.js';

const NOW = new Date('2026-11-20T00:30:00.000Z');
const DAY_MS = 86_400_000;
const tenantOf = (projectId: string) =>
  DEMO_CAST.projects.find((project) => project.projectId === projectId)!;

describe('the versions of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-versions-'));
  const clock = new TestClock(NOW);
  const test = useTestApp({
    clock,
    settings: (base) => ({
      ...base,
      features: { ...base.features, FILE_STORE: 'disk', FILES_DIR: folder },
    }),
  });
  useWorker(test);
  let apiKeys: readonly DemoApiKeySecret[];

  const release = () =>
    releaseDemo(
      {
        baseUrl: test.baseUrl,
        goBack: (days) => clock.set(new Date(NOW.getTime() - days * DAY_MS)),
        // By the store's clock.
        atPresent: (part) => {
          const before = clock.now();
          clock.set(new Date());
          return part().finally(() => clock.set(before));
        },
        working: (part) => part(),
      },
      apiKeys,
      NOW,
      (line) => expect.fail(line),
    );
  /** Calls of a project are ingested as when the demo starts. */
  async function ingested(projectId: string, days: number): Promise<void> {
    const auth = systemContext(tenantOf(projectId), 'demo-data');
    const from = NOW.getTime() - days * DAY_MS;
    const tenant = DEMO_CAST.tenants.find(
      ({ clientId, dataEnv }) => clientId === auth.clientId && dataEnv === auth.dataEnv,
    )!;
    const calls = missingCalls(DEMO_CAST, tenant, NO_HISTORY, NOW).filter(
      ({ project, startedAt }) => project.projectId === projectId && startedAt > from,
    );
    const records = await demoRecords(test.app.get(ServedVersions), auth, calls, NOW);
    for (let at = 0; at < records.length; at += 1_000)
      expect(
        await test.app.get(IngestService, { strict: false }).ingest(auth, records.slice(at, at + 1_000)),
      ).toMatchObject({ errors: [], warnings: [] });
  }

  beforeAll(async () => {
    admitCredentialsOf(test);
    apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: NOW,
    });
    await release();
    await ingested(CLINIC_PROJECT_ID, 57);
    await ingested(AFTER_HOURS_PROJECT_ID, 10);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async <T>(projectId: string, path: string): Promise<T> => {
    const key = deskKeys(apiKeys, tenantOf(projectId))('partner_admin');
    const sent = test.request().get(`/v1/projects/${projectId}/${path}`).set('X-API-Key', key);
    return (await sent.expect(200)).body as T;
  };
  const versionsOf = async (projectId: string) =>
    (
      await read<{ items: { version_number: number; state: string; published_at: string }[] }>(
        projectId,
        'versions',
      )
    ).items;

  // version-performance 2.1, 4.3
  it('are two of the clinic line that were live together, of which the newer did better', async () => {
    const compared = await read<VersionPerformanceResponse>(CLINIC_PROJECT_ID, 'version-performance?a=1&b=2');
    expect(compared).toMatchObject({
      comparable: true,
      live_together: { is_active: false },
      inferred_calls: 0,
      verdict: { result: 'better', reason: 'clear_difference' },
    });
    expect(compared.verdict.decided_by).toContain('resolved');
    expect((await versionsOf(CLINIC_PROJECT_ID)).map((it) => [it.version_number, it.state])).toEqual([
      [2, 'current'],
      [1, 'published'],
    ]);
  });

  it('were published after their projects were created', async () => {
    const { project } = await read<LifecycleSnapshotResponse>(CLINIC_PROJECT_ID, 'lifecycle');
    expect(Date.parse(project.created_at)).toBeLessThan(Date.parse(project.updated_at));
  });

  // version-performance 4.5
  it('are a staged one of the line after hours, about which nothing can be told yet', async () => {
    expect(await read(AFTER_HOURS_PROJECT_ID, 'staged-release')).toMatchObject({
      state: 'active',
      percent: 25,
    });
    const { verdict } = await read<VersionPerformanceResponse>(
      AFTER_HOURS_PROJECT_ID,
      'version-performance?a=1&b=2',
    );
    expect(verdict).toMatchObject({ result: 'cannot_tell', reason: 'too_few_calls' });
    expect(verdict.calls_needed).toBeGreaterThan(0);
  });

  // knowledge 2.6, 3.8, 7.1
  it('answer from a build of three documents, one of which has changed and has a finding', async () => {
    const { items: builds } = await read<KnowledgeBuildsResponse>(CLINIC_PROJECT_ID, 'knowledge/builds');
    expect(builds).toMatchObject([{ state: 'ready', source_count: 3 }]);
    const { configuration } = await read<{ configuration: { knowledge_build_id: string } }>(
      CLINIC_PROJECT_ID,
      'assistant',
    );
    expect(configuration.knowledge_build_id).toBe(builds[0]!.build_id);
    const { items } = await read<{ items: KnowledgeSource[] }>(CLINIC_PROJECT_ID, 'knowledge/sources');
    expect(
      items.map((it) => [it.media_type, it.status, it.findings.length, it.in_builds]).toSorted(),
    ).toEqual([
      ['application/pdf', 'ready', 0, true],
      ['text/csv', 'ready', 0, true],
      ['text/markdown', 'ready', 1, false],
    ]);
  });

  it('were published before the first call of the history', async () => {
    const { clientId } = tenantOf(CLINIC_PROJECT_ID);
    const owned = Object.groupBy(DEMO_CAST.projects, ({ clientId: it }) => String(it === clientId));
    for (const { projectId, lifecycleState } of owned['true']!) {
      if (lifecycleState !== 'active') continue;
      const first = (await versionsOf(projectId)).at(-1)!;
      expect(Date.parse(first.published_at)).toBeLessThan(NOW.getTime() - 91 * DAY_MS);
    }
  });

  it('are the same after another start', async () => {
    const shown = async () => [await versionsOf(CLINIC_PROJECT_ID), await versionsOf(AFTER_HOURS_PROJECT_ID)];
    const before = await shown();
    await release();
    expect(await shown()).toEqual(before);
  });
});
