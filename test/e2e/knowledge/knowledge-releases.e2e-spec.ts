import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KnowledgeBuildsResponse } from '../../../src/features/knowledge/builds/builds.response.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { draftEtag, publishDraft, send } from '../releases/releasing.js';
import { BuildDesk } from './build-desk.js';
import { useKnowledge } from './knowledge-fixture.js';

const OLD = 'A check-up costs 210 dollars, and children pay nothing.';
const NEW = 'A check-up costs 240 dollars, and children pay half.';
const QUESTION = 'What does a check-up cost?';

describe('knowledge that is in force', () => {
  const { test, place, desk } = useKnowledge();
  const builds = perTest(() => Promise.resolve(new BuildDesk(desk)));
  const runtime = perTest(async () => ({ key: await builds.aRuntime() }));
  const textOf = async (versionNumber: number): Promise<string | undefined> =>
    (await builds.found(runtime.key, versionNumber, QUESTION)).items[0]?.text;

  // knowledge 7.1, 7.2, 7.6
  it('comes back word for word with a rollback', async () => {
    const { source_id: id } = await desk.uploaded(OLD);
    const first = await builds.published((await builds.built()).build_id);
    expect(await textOf(first.version_number)).toBe(OLD);
    await desk.put(id, NEW).expect(200);
    await desk.settled(id);
    const [before, after] = [
      await builds.show((await builds.answer(QUESTION)).build_id),
      await builds.built(),
    ];
    expect(await textOf(first.version_number)).toBe(OLD);
    const second = await builds.published(after.build_id);
    expect(await textOf(second.version_number)).toBe(NEW);
    const third = await builds.rolledBack(first.version_number);
    expect(await textOf(third.version_number)).toBe(OLD);
    expect(await textOf(second.version_number)).toBe(NEW);
    const compared = await builds.answer(QUESTION, { compare_to: before.build_id });
    expect([compared.items[0]!.text, compared.compared!.items[0]!.text]).toEqual([NEW, OLD]);
  });

  // knowledge 7.3, workspace 11.14
  it('is a ready build of the project, or nothing is released', async () => {
    await desk.uploaded(OLD);
    const { build_id: foreign } = await builds.built();
    const projectId = await test.world.aProject(place.tenant);
    const other = new BuildDesk(Object.assign(Object.create(desk), desk, { projectId }) as typeof desk);
    for (const [named, buildId] of [
      [builds, randomUUID()],
      [other, foreign],
    ] as const) {
      await named.name(buildId);
      const ifMatch = await draftEtag(test, named.workspace);
      const refused = await send(test, named.workspace, 'post', 'publish', { body: {}, ifMatch }).expect(422);
      expect(refused.body).toMatchObject({
        error: {
          details: {
            field_errors: [{ code: 'knowledge_build_unknown', field: 'assistant.knowledge_build_id' }],
          },
        },
      });
      const validated = await send(test, named.workspace, 'post', 'validate', { body: {} }).expect(200);
      expect(validated.body).toMatchObject({
        status: 'blocked',
        release_findings: [{ code: 'knowledge_build_unknown', path: 'assistant.knowledge_build_id' }],
      });
    }
  });

  // knowledge 7.5
  it('is kept as long as a version names it, and otherwise with the last ten', async () => {
    await desk.uploaded(OLD);
    const { build_id: named } = await builds.built();
    const { version_number: version } = await builds.published(named);
    const others: string[] = [];
    for (let count = 0; count < 11; count += 1) others.push((await builds.requested()).build_id);
    await eventually(async () => {
      const answer = await builds.ask('get', 'builds').expect(200);
      const kept = (answer.body as KnowledgeBuildsResponse).items.map(({ build_id: id }) => id);
      expect(kept).toEqual([...others.slice(1).toReversed(), named]);
    });
    await builds.ask('get', `builds/${others[0]}`).expect(404);
    expect(await textOf(version)).toBe(OLD);
  });

  // knowledge 7.4, 7.6
  it('is asked by the number of a version of the project', async () => {
    await desk.uploaded(OLD);
    const { build_id: buildId } = await builds.built();
    const without = await publishDraft(test, builds.workspace);
    expect(await builds.found(runtime.key, without.version_number, QUESTION)).toEqual({
      build_id: null,
      items: [],
      is_good: false,
    });
    const named = await builds.published(buildId);
    expect(await builds.found(runtime.key, named.version_number, QUESTION)).toMatchObject({
      build_id: buildId,
      is_good: true,
      items: [{ text: OLD }],
    });
    await builds.query(runtime.key, named.version_number + 1, QUESTION).expect(404);
    await builds.query(runtime.key, 2_147_483_647, QUESTION).expect(404);
    await builds.query(runtime.key, 0, QUESTION).expect(422);
    const stranger = await test.world.aKey(await test.world.aTenant(), 'runtime-ingest');
    await builds.query(stranger, named.version_number, QUESTION).expect(404);
    // As in a store that was restored from an older copy.
    await inStore(test, `DELETE FROM knowledge_builds WHERE build_id = $1`, [buildId]);
    const gone = await builds.query(runtime.key, named.version_number, QUESTION).expect(409);
    expect(gone.body).toMatchObject({ error: { code: 'knowledge_build_gone' } });
  });
});
