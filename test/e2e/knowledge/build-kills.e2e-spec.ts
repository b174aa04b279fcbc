import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useTestApp, workerSettings } from '../../support/app.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { chance } from '../../support/random-calls.js';
import { comeDue } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { BuildDesk } from './build-desk.js';
import { KnowledgeDesk } from './knowledge-fixture.js';

const KILLS = 8;
const SOURCES = 4;
const SECTIONS = 700;

const folder = mkdtempSync(join(tmpdir(), 'knowledge-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = { FILE_STORE: 'disk', FILES_DIR: folder };
const test = useTestApp({ settings: (base) => ({ ...base, features: { ...base.features, ...files } }) });
const service = useBuiltService();

/** Sections about one thing each, so that a single chunk answers a question about it. */
const documentOf = (source: number): string =>
  Array.from(
    { length: SECTIONS },
    (_, section) =>
      `## Part ${section}\n\nThe thing called item${source}x${section} ${'costs a little more on weekends. '.repeat(25)}`,
  ).join('\n\n');

// knowledge 5.5
it(`is whole or not there, after its worker was killed ${KILLS} times while it was made`, async () => {
  const random = chance(31);
  const tenant = await test.world.aTenant();
  const projectId = await test.world.aProject(tenant);
  const admin = await test.world.aUser(tenant, { role: 'partner_admin' });
  const desk = new KnowledgeDesk(test, tenant, projectId, bearer(admin.token()));
  const builds = new BuildDesk(desk);
  const startWorker = (): BuiltProcess => service.start('worker', environmentOf(workerSettings(test), files));
  const indexed = async (): Promise<number> => {
    const [row] = await inStore<{ chunks: number }>(
      test,
      'SELECT count(*)::integer AS chunks FROM knowledge_chunks',
    );
    return row!.chunks;
  };

  let worker = startWorker();
  const ids: string[] = [];
  for (let source = 0; source < SOURCES; source += 1)
    ids.push((await desk.uploaded(documentOf(source))).source_id);
  const { build_id: id } = await builds.requested();
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const target = (await indexed()) + Math.floor(random() * SECTIONS);
    const { state } = await eventually(async () => {
      await comeDue(test, 'knowledge.build', tenant.clientId);
      const build = await builds.show(id);
      if (build.state !== 'ready') expect(await indexed()).toBeGreaterThan(target);
      return build;
    }, 5);
    if (state === 'ready') break;
    await worker.crash();
    // An incomplete build finds nothing.
    await builds.preview('item0x1').expect(409);
    // The lease of the killed worker has expired, and neither it nor the source is given up.
    await inStore(
      test,
      `UPDATE work_items SET ready_at = now(), attempts = 0 WHERE kind = 'knowledge.build'`,
    );
    await inStore(test, 'UPDATE knowledge_builds SET attempts = 0');
    worker = startWorker();
  }
  const build = await eventually(async () => {
    await comeDue(test, 'knowledge.build', tenant.clientId);
    const shown = await builds.show(id);
    expect(shown.state).toBe('ready');
    return shown;
  });
  await worker.crash();
  expect(kills).toBeGreaterThan(2);
  expect(build).toMatchObject({ chunks: SOURCES * SECTIONS, failures: [] });
  expect(await indexed()).toBe(SOURCES * SECTIONS);
  for (let asked = 0; asked < 25; asked += 1) {
    const [source, section] = [Math.floor(random() * SOURCES), Math.floor(random() * SECTIONS)];
    const [best] = (await builds.answer(`item${source}x${section}`)).items;
    expect(best).toMatchObject({ source_id: ids[source], heading: `Part ${section}` });
  }
});
