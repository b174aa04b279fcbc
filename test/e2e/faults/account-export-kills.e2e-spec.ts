import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { WRITE_EXPORT } from '../../../src/features/account-exports/lookup/write-exports.js';
import { useTestApp, workerSettings } from '../../support/app.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import { postCalls } from '../../support/post-calls.js';
import { ExportFixture } from '../account-exports/exporting.js';

const KILLS = 5;
const CALLS = 4000;

const folder = mkdtempSync(join(tmpdir(), 'account-export-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = { FILE_STORE: 'disk', FILES_DIR: folder };
const test = useTestApp({
  settings: (base) => ({ ...base, features: { ...base.features, ...files } }),
});
const service = useBuiltService();

const atLeast = (bytes: number): unknown =>
  expect.toSatisfy((size: number) => size >= bytes, `at least ${bytes} bytes`) as unknown;

/** The bytes of the file that is not complete yet. */
function unfinished(): number {
  const place = join(folder, '.unfinished');
  const names = existsSync(place) ? readdirSync(place) : [];
  return names.reduce(
    (sum, name) => sum + (statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

// account-exports 2.1, 2.2
it(`is one whole file, after its worker was killed ${KILLS} times while it wrote`, async () => {
  const random = chance(9);
  const tenant = await test.world.aTenant();
  const projectIds = [await test.world.aProject(tenant)];
  const span = { from: '2026-07-01T00:00:00Z', to: '2026-10-31T00:00:00Z' };
  const calls = randomCalls(CALLS, random, { projectIds, ...span });
  for (let at = 0; at < CALLS; at += 1000) await postCalls(test, tenant, calls.slice(at, at + 1000));
  const exports = new ExportFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
  const auth = systemContext(tenant, 'test');
  const startWorker = (): BuiltProcess => service.start('worker', environmentOf(workerSettings(test), files));

  let worker = startWorker();
  const exportId = await exports.started({ sections: ['calls', 'projects'] });
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    // Before its first byte, in the middle, and near its end.
    const least = [0, 64, 128][kills % 3]! * 1024;
    const status = await eventually(async () => {
      const it = await exports.get(exportId);
      if (it.status !== 'ready') expect([it.status, unfinished()]).toEqual(['running', atLeast(least)]);
      return it.status;
    });
    if (status === 'ready') break;
    await worker.crash();
    // A later worker removes the leftovers. The first one has been silent for long, and the
    // schedule sends the export again.
    rmSync(join(folder, '.unfinished'), { recursive: true, force: true });
    await test.world.sql(
      `UPDATE account_exports SET alive_at = alive_at - interval '61 seconds' WHERE status = 'running'`,
    );
    await test.app
      .get(MetadataStore)
      .transaction(auth, (tx) => tx.enqueue(WRITE_EXPORT, { ...tenant, exportId }));
    worker = startWorker();
  }
  const { progress } = await exports.ready(exportId);
  await worker.crash();
  expect(kills).toBeGreaterThan(1);
  const [counted] = await inStore(test, 'SELECT count(*)::integer AS calls FROM calls');
  expect(counted).toEqual({ calls: CALLS });
  const opened = await exports.opened(exportId);
  expect(opened.counts).toMatchObject({ calls: CALLS, projects: 1 });
  expect(progress.rows).toBe(CALLS + 1);
  expect(new Set(opened.rows('calls').map((row) => row['call_id'])).size).toBe(CALLS);
  const stored = readdirSync(join(folder, 'account-exports'));
  expect(stored.filter((name) => name.startsWith(exportId))).toHaveLength(1);
});
