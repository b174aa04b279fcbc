import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KnowledgeBuildsResponse } from '../../../src/features/knowledge/builds/builds.response.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import type { Notice } from '../../../src/features/email-routing/bell/bell.response.js';
import { TELL_KNOWLEDGE, type TellKnowledge } from '../../../src/features/knowledge/rules/tell-knowledge.js';
import { inStore, waitersFor, whileLocked } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perSuite, perTest } from '../../support/frames.js';
import { restoreInTest } from '../../support/restored-tenant.js';
import { bearer } from '../access/callers.js';
import type { Version } from '../releases/releasing.js';
import { BuildDesk } from './build-desk.js';
import { aDesk, aPage, useKnowledge } from './knowledge-fixture.js';

const PRICES =
  '# Prices\n\nA check-up costs 210 dollars.\n\n# Parking\n\nSix free bays lie behind the house.';

describe('builds of knowledge', () => {
  const { test, site, place, desk } = useKnowledge();
  const builds = perTest(() => Promise.resolve(new BuildDesk(desk)));

  // knowledge 5.1, 5.2, 5.3, 5.4
  it('have the chunks of all sources that are ready', async () => {
    const source = await desk.uploaded(PRICES);
    await desk.created();
    const requested = await builds.requested();
    expect(requested).toMatchObject({
      state: expect.stringMatching(/queued|building|ready/) as string,
      source_count: 1,
      sources: [{ source_id: source.source_id, content_hash: source.content_hash }],
    });
    expect(await builds.ended(requested.build_id)).toMatchObject({
      state: 'ready',
      chunks: 2,
      changes: { added: [source.source_id], changed: [], removed: [] },
      sources: [{ source_id: source.source_id, chunks: 2 }],
    });
  });

  // knowledge 5.2
  it('need a source that is ready', async () => {
    expect((await builds.request().expect(409)).body).toMatchObject({
      error: { code: 'knowledge_no_sources' },
    });
  });

  // knowledge 5.4
  it('have the same hash for the same content, and say what changed', async () => {
    const [kept, changed, removed] = [
      await desk.uploaded(PRICES),
      await desk.uploaded('We open at 8.'),
      await desk.uploaded('We close at 17.'),
    ];
    const [first, again] = [await builds.built(), await builds.built()];
    expect(again.content_hash).toBe(first.content_hash);
    expect(again.changes).toEqual({ added: [], changed: [], removed: [] });
    await desk.put(changed.source_id, 'We open at 9.').expect(200);
    await desk.settled(changed.source_id);
    await desk.remove(await desk.show(removed.source_id)).expect(200);
    const added = await desk.uploaded('We speak German.');
    const next = await builds.built();
    expect(next.content_hash).not.toBe(first.content_hash);
    expect(next.changes).toEqual({
      added: [added.source_id],
      changed: [changed.source_id],
      removed: [removed.source_id],
    });
    expect(next.sources.map(({ source_id: id }) => id)).toContain(kept.source_id);
    expect(await builds.show(first.build_id)).toEqual(first);
  });

  // knowledge 5.10
  it('are made when a page has changed', async () => {
    site.shows(aPage('Opening hours', 'We open at eight o clock on all days.'));
    const { source_id: id } = await desk.created({ kind: 'url', url: site.address() });
    const before = await desk.settled(id);
    const first = await builds.built();
    site.shows(aPage('Opening hours', 'We open at nine o clock on all days.'));
    await desk.ask('post', `/${id}/refresh`).send({}).expect(200);
    expect((await desk.settled(id)).content_hash).not.toBe(before.content_hash);
    const made = await eventually(async () => {
      const { items } = (await builds.ask('get', 'builds').expect(200)).body as KnowledgeBuildsResponse;
      expect(items[0]).toMatchObject({ state: 'ready', requested_by: 'worker' });
      return items[0]!;
    });
    expect(made.changes).toEqual({ added: [], changed: [id], removed: [] });
    const compared = await builds.answer('When do you open?', { compare_to: first.build_id });
    expect(compared.items[0]!.text).toContain('nine');
    expect(compared.compared!.items[0]!.text).toContain('eight');
    expect(compared).toMatchObject({ is_good: true, compared: { is_good: true } });
    expect((await builds.answer('Who mends bicycles?')).is_good).toBe(false);
    // A person requested the first build, and gets no notice of it.
    const told = expect.objectContaining({
      kind: 'knowledge_built',
      lines: expect.arrayContaining(['Sources: 1 changed, 0 added, 0 removed']) as string[],
      action: { label: 'Open the knowledge', path: `/projects/${place.projectId}?tab=knowledge` },
    }) as Notice;
    await eventually(async () => expect(await desk.notices()).toEqual([told]));
    const reader = await test.world.aUser(place.tenant, { role: 'partner_user' });
    await test.world.assignProject(reader, place.tenant, place.projectId);
    expect(await desk.as(bearer(reader.token())).notices()).toEqual([]);
    await tellAgain({ projectId: place.projectId, buildId: made.build_id, changed: 1, added: 0, removed: 0 });
    expect(await desk.notices()).toEqual([told]);
  });

  /** As if a worker was killed just after it announced a build. */
  async function tellAgain(payload: TellKnowledge): Promise<void> {
    const { clientId } = place.tenant;
    await test.app
      .get(TenantStores, { strict: false })
      .transaction(systemContext(place.tenant, 'worker'), (tx) => tx.enqueue(TELL_KNOWLEDGE, payload));
    await eventually(async () => {
      const left = `SELECT 1 FROM work_items WHERE client_id = $1 AND kind = $2`;
      expect(await inStore(test, left, [clientId, TELL_KNOWLEDGE.name])).toEqual([]);
    });
  }

  // knowledge 5.6
  it('fail if a source is deleted while it is indexed, and take no half of it', async () => {
    const source = await desk.uploaded('We open at eight and close at five on weekdays. '.repeat(20_000));
    const store = test.databases.superuser.storeUrls.get('store-a')!;
    // The worker has read the first passages, and cannot store their chunks.
    const id = await whileLocked(store, 'knowledge_chunks IN ACCESS EXCLUSIVE MODE', async (unlock) => {
      const { build_id: requested } = await builds.requested();
      await eventually(async () => expect(await waitersFor(store, 'knowledge_chunks')).toBeGreaterThan(0));
      await desk.remove(source).expect(200);
      await unlock();
      return requested;
    });
    expect(await builds.ended(id)).toMatchObject({
      state: 'failed',
      failures: [{ source_id: source.source_id, code: 'source_gone' }],
    });
    await builds.preview('open').expect(409);
  });

  // knowledge 5.1, 5.6
  it('have the text of their request, also if it is replaced twice before they index it', async () => {
    const { source_id: id } = await desk.uploaded('We open at 8.');
    const store = test.databases.superuser.storeUrls.get('store-a')!;
    const requested = await whileLocked(store, 'knowledge_contents IN SHARE MODE', async (unlock) => {
      const build = await builds.requested();
      for (const text of ['We open at 9.', 'We open at 10.']) {
        await desk.put(id, text).expect(200);
        await desk.settled(id);
      }
      await unlock();
      return build.build_id;
    });
    expect(await builds.ended(requested)).toMatchObject({ state: 'ready', failures: [] });
    expect((await builds.answer('open')).items).toMatchObject([{ text: 'We open at 8.' }]);
  });

  describe('restored with their client from a copy of its store', () => {
    const OPENS = 'When do you open?';
    const restored = (to: string, from: string) => restoreInTest(test, place.tenant, { to, from });

    // knowledge 7.2, 7.5
    it('are those of the copy and those that came later, for versions, releases and the next build', async () => {
      const { source_id: id } = await desk.uploaded('We open at 8.');
      const named = await builds.built();
      const first = await builds.published(named.build_id);
      const unnamed = await builds.built();
      await restored('store-b', 'store-a');

      await desk.put(id, 'We open at 9.').expect(200);
      await desk.settled(id);
      const later = await builds.built();
      const second = await builds.published(later.build_id);
      // As if ten others had followed it.
      await test.world.sql('DELETE FROM knowledge_ready_builds WHERE build_id = $1', [unnamed.build_id]);
      await inStore(test, 'DELETE FROM knowledge_builds WHERE build_id = $1', [unnamed.build_id]);
      const unfinished = await queuedWithoutWork();

      await restored('store-a', 'store-b');
      await builds.ask('get', `builds/${unfinished}`).expect(404);
      const key = await builds.aRuntime();
      const says = async (version: Version): Promise<string> =>
        (await builds.found(key, version.version_number, OPENS)).items[0]!.text;
      const texts = [await says(first), await says(second)];
      const third = await builds.published(unnamed.build_id);
      const fourth = await builds.rolledBack(second.version_number);
      // The worker forgets builds after each new one.
      await builds.built();
      texts.push(await says(third), await says(fourth));
      expect(texts).toEqual(['We open at 8.', 'We open at 9.', 'We open at 8.', 'We open at 9.']);
      expect((await builds.answer(OPENS, { build_id: unnamed.build_id })).items).toHaveLength(1);
    });

    /** A build that was requested after the copy; its work goes with the restore. */
    async function queuedWithoutWork(): Promise<string> {
      const [build] = await inStore(
        test,
        `INSERT INTO knowledge_builds (client_id, data_env, build_id, project_id, content_hash, requested_at, requested_by)
         VALUES ($1, 'prod', gen_random_uuid(), $2, 'hash', now(), 'test') RETURNING build_id`,
        [place.tenant.clientId, place.projectId],
      );
      return build!['build_id'] as string;
    }
  });

  describe('of a project with a source and a build', () => {
    const shared = perSuite(async () => {
      const own = await aDesk(test);
      await own.uploaded(PRICES);
      return own;
    });
    const builds = perSuite(() => Promise.resolve(new BuildDesk(shared)));
    const ready = perSuite(() => builds.built());
    const listed = async (): Promise<KnowledgeBuildsResponse> =>
      (await builds.ask('get', 'builds').expect(200)).body as KnowledgeBuildsResponse;
    const requests = () =>
      test.world.sql(
        `SELECT action FROM audit_events WHERE metadata->>'project_id' = $1 AND action LIKE 'knowledge_build%'`,
        [shared.projectId],
      );

    // knowledge 5.1, 5.8
    it('are requested once with one key, and audited', async () => {
      const [before, audited] = [await listed(), await requests()];
      const key = randomUUID();
      const [one, two] = [await builds.request(key).expect(202), await builds.request(key).expect(202)];
      expect(two.body).toEqual(one.body);
      await builds.ended((one.body as { build_id: string }).build_id);
      const { items, pagination } = await listed();
      expect(items).toHaveLength(before.items.length + 1);
      expect(pagination.total_records).toBe(before.items.length + 1);
      expect(await requests()).toEqual([...audited, { action: 'knowledge_build.requested' }]);
    });

    // knowledge 5.7
    it('cannot be cancelled once they have ended', async () => {
      expect((await builds.cancel(ready.build_id).expect(409)).body).toMatchObject({
        error: { code: 'knowledge_build_ended' },
      });
      await builds.cancel(randomUUID()).expect(404);
      await builds.cancel('x').expect(404);
    });

    // knowledge 1.2, 5.1
    it('are requested by partner administrators, and absent for others', async () => {
      for (const role of ['partner_user', 'client_admin', 'client_manager', 'client_staff'] as const) {
        const person = await test.world.aUser(shared.tenant, { role });
        await test.world.assignProject(person, shared.tenant, shared.projectId);
        const reader = new BuildDesk(shared.as(bearer(person.token())));
        await reader.request().expect(404);
        await reader.cancel(ready.build_id).expect(404);
        await reader.show(ready.build_id);
        await reader.preview('parking').expect(200);
        await reader.gaps();
      }
      const stranger = await test.world.aUser(await test.world.aTenant(), { role: 'partner_admin' });
      const foreign = new BuildDesk(shared.as(bearer(stranger.token())));
      await foreign.ask('get', `builds/${ready.build_id}`).expect(404);
      await foreign.preview('parking').expect(404);
      const other = await test.world.aProject(shared.tenant);
      await test
        .request()
        .get(`/v1/projects/${other}/knowledge/builds/${ready.build_id}`)
        .set(shared.headers)
        .expect(404);
    });

    // knowledge 5.5, 5.9, 7.5
    it('that several people request at once are limited for each of them, and end one by one', async () => {
      const people = await Promise.all(
        Array.from({ length: atDepth({ ordinary: 2, full: 9 }) }, () =>
          test.world.aUser(shared.tenant, { role: 'partner_admin' }),
        ),
      );
      const answers = await Promise.all(
        people.map((person) => {
          const theirs = new BuildDesk(shared.as(bearer(person.token())));
          return Promise.all(Array.from({ length: 13 }, () => theirs.request()));
        }),
      );
      for (const theirs of answers)
        expect(theirs.map(({ status }) => status).toSorted()).toEqual([...Array<number>(12).fill(202), 429]);
      await eventually(async () => {
        const { items } = await listed();
        expect(items.map(({ state }) => state)).toEqual(Array<string>(10).fill('ready'));
        expect(new Set(items.map(({ content_hash: hash }) => hash)).size).toBe(1);
      }, 200);
      const indexed = await inStore(test, `SELECT chunks FROM knowledge_contents WHERE project_id = $1`, [
        shared.projectId,
      ]);
      expect(indexed).toEqual([{ chunks: 2 }]);
    });

    // knowledge 5.5
    it('of a project run in the order of their requests', async () => {
      const requested = await Promise.all(Array.from({ length: 5 }, () => builds.requested()));
      const ended = await Promise.all(requested.map(({ build_id: id }) => builds.ended(id)));
      const inOrder = ended.toSorted((a, b) => a.started_at_utc!.localeCompare(b.started_at_utc!));
      expect(ended.every(({ state }) => state === 'ready')).toBe(true);
      for (const [index, build] of inOrder.slice(1).entries())
        expect(build.started_at_utc! >= inOrder[index]!.ended_at_utc!).toBe(true);
    });
  });
});
