import { beforeEach, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { WAITING_FOR_TABLE, whileLocked } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { useProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import { auditOf, booking, draftEtag, publishDraft, save, send } from './releasing.js';
import { publishFirstVersion, currentVersion, end, staged, stagedReleasesOf } from './staging.js';

const NOW = '2026-10-31T04:12:09.000Z';
const ROUNDS = atDepth({ ordinary: 3, full: 20 });

describe('the end of a staged release', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = useProjectFixture(test);

  beforeEach(() => clock.set(NOW));

  const { shown, versions } = stagedReleasesOf(test, desk);

  describe('is finished', () => {
    // workspace 15.5, 15.10
    it('by one request, with all that publishing does', async () => {
      await publishFirstVersion(test, desk);
      const governance = async () =>
        test.world.sql(
          `SELECT g.version_number, g.transcript_retention_days, c.projection, p.latest_published_version, p.revision
             FROM project_governance g JOIN project_compliance c USING (client_id, data_env, project_id)
             JOIN projects p USING (client_id, data_env, project_id) WHERE g.project_id = $1`,
          [desk.projectId],
        );
      await send(test, desk, 'put', 'governance/draft', {
        body: {
          configuration: {
            ...((await send(test, desk, 'get', 'governance').expect(200)).body as { configuration: object })
              .configuration,
            retention: { transcript_retention_days: 30, audio_retention: null },
          },
        },
      }).expect(200);
      await test.world.compliance(desk.tenant, desk.projectId, 'confirmed');
      const before = {
        version_number: 1,
        transcript_retention_days: null,
        projection: 'confirmed',
        latest_published_version: 1,
        revision: 2,
      };
      const release = await staged(test, desk);
      expect(await governance()).toEqual([before]);
      clock.advance(60_000);
      const finished = await end(test, desk, 'finish', 2, { key: 'the-one' }).expect(200);
      expect(finished.body).toEqual({
        ...release,
        state: 'finished',
        ended_at: '2026-10-31T04:13:09.000Z',
        ended_by: desk.adminId,
      });
      const after = {
        version_number: 2,
        transcript_retention_days: 30,
        projection: 'pending',
        latest_published_version: 2,
        revision: 3,
      };
      expect(await governance()).toEqual([after]);
      expect((await send(test, desk, 'get', 'draft').expect(200)).body).toMatchObject({
        etag: null,
        base_version_number: 2,
      });
      const replay = await end(test, desk, 'finish', 2, { key: 'the-one' }).expect(200);
      expect([replay.get('Idempotent-Replayed'), replay.body]).toEqual(['true', finished.body]);
      expect(codeOf(await end(test, desk, 'finish', 2).expect(409))).toBe('staged_release_ended');
      expect(codeOf(await end(test, desk, 'take-back', 2).expect(409))).toBe('staged_release_ended');
      expect(await governance()).toEqual([after]);
      expect((await auditOf(test, desk, 'staged_release.finished')).map(({ metadata }) => metadata)).toEqual([
        { project_id: desk.projectId, version_number: 2, content_hash: release.content_hash },
      ]);
    });

    // workspace 15.5
    it('and a draft that was edited meanwhile goes on from it', async () => {
      await publishFirstVersion(test, desk);
      await staged(test, desk);
      await save(test, desk, 'booking', booking(['2026-12-26']));
      const etag = await draftEtag(test, desk);
      await end(test, desk, 'finish', 2).expect(200);
      const after = await send(test, desk, 'get', 'draft').expect(200);
      expect(after.body).toMatchObject({ base_version_number: 2 });
      expect(after.get('ETag')).not.toBe(etag);
      expect(await publishDraft(test, desk)).toMatchObject({ version_number: 3 });
    });

    // workspace 15.5
    it('as of today: not when a secret is gone by then', async () => {
      await save(test, desk, 'booking', booking());
      await publishDraft(test, desk);
      await send(test, desk, 'post', 'secrets', {
        body: { secret_name: 'CALENDAR', value: 'correct-horse' },
      }).expect(200);
      await save(test, desk, 'booking', {
        ...booking(),
        calendar: { url: 'https://calendar.example.com/v1', credential: { secret_ref: 'CALENDAR' } },
      });
      await staged(test, desk);
      await save(test, desk, 'booking', booking());
      // workspace 4.9: versions that calls use keep their secrets.
      const kept = await send(test, desk, 'delete', 'secrets/CALENDAR').expect(409);
      expect([codeOf(kept), fieldsOf(kept)]).toEqual([
        'project_secret_in_use',
        [['staged', 'in_use_by_staged']],
      ]);
      await test.world.sql(`DELETE FROM project_secrets WHERE project_id = $1`, [desk.projectId]);
      const refused = await end(test, desk, 'finish', 2).expect(422);
      expect(fieldsOf(refused).map(([, code]) => code)).toEqual(['secret_missing']);
      expect(await shown()).toMatchObject({ state: 'active' });
      expect(await currentVersion(test, desk)).toBe(1);
      await end(test, desk, 'take-back', 2).expect(200);
    });
  });

  describe('is taken back', () => {
    // workspace 15.7, 15.10
    it('by one request, and everything is as it was', async () => {
      await publishFirstVersion(test, desk);
      const etag = await draftEtag(test, desk);
      const release = await staged(test, desk);
      clock.advance(60_000);
      const taken = await end(test, desk, 'take-back', 2).expect(200);
      expect(taken.body).toEqual({
        ...release,
        state: 'taken_back',
        ended_at: '2026-10-31T04:13:09.000Z',
        ended_by: desk.adminId,
      });
      expect(await currentVersion(test, desk)).toBe(1);
      expect(await draftEtag(test, desk)).toBe(etag);
      expect(await auditOf(test, desk, 'staged_release.taken_back')).toHaveLength(1);
      expect(codeOf(await end(test, desk, 'finish', 2).expect(409))).toBe('staged_release_ended');
    });

    // workspace 15.7
    it('and its number is not given again, nor is it gone back to', async () => {
      const states = async (): Promise<string[]> =>
        (
          (await send(test, desk, 'get', 'versions').expect(200)).body as { items: { state: string }[] }
        ).items.map(({ state }) => state);
      await publishFirstVersion(test, desk);
      await staged(test, desk);
      expect(await states()).toEqual(['staged', 'current']);
      await end(test, desk, 'take-back', 2).expect(200);
      expect(await states()).toEqual(['taken_back', 'current']);
      expect((await send(test, desk, 'get', 'versions/2').expect(200)).body).toMatchObject({
        state: 'taken_back',
        is_current: false,
      });
      const refused = await send(test, desk, 'post', 'rollback', { body: { version_number: 2 } }).expect(422);
      expect(fieldsOf(refused)).toEqual([['version_number', 'version_unknown']]);
      expect(await publishDraft(test, desk)).toMatchObject({ version_number: 3, is_current: true });
      await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
      expect(await versions()).toEqual([
        [4, true],
        [3, false],
        [2, false],
        [1, false],
      ]);
      expect(await states()).toEqual(['current', 'published', 'taken_back', 'published']);
    });

    // workspace 15.9
    it('when its project is archived', async () => {
      await publishFirstVersion(test, desk);
      await staged(test, desk);
      const { project } = (await send(test, desk, 'get', 'lifecycle').expect(200)).body as {
        project: { revision_token: string };
      };
      await send(test, desk, 'post', 'archive', {
        body: { revision_token: project.revision_token },
      }).expect(200);
      expect(await shown()).toMatchObject({ state: 'taken_back', ended_at: NOW, ended_by: null });
      expect(codeOf(await end(test, desk, 'finish', 2).expect(409))).toBe('project_archived');
    });
  });

  // workspace 15.7
  it('ends once, when it is finished and taken back at that moment', async () => {
    await publishFirstVersion(test, desk);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await save(test, desk, 'booking', booking([`2027-01-${String(round).padStart(2, '0')}`]));
      const before = await currentVersion(test, desk);
      const { version_number: version } = await staged(test, desk);
      const ends = await Promise.all([
        end(test, desk, 'finish', version),
        end(test, desk, 'take-back', version),
      ]);
      const isFinished = ends[0].status === 200;
      expect(ends.map(({ status }) => status)).toEqual(isFinished ? [200, 409] : [409, 200]);
      expect(await shown()).toMatchObject({ state: isFinished ? 'finished' : 'taken_back' });
      expect(await currentVersion(test, desk)).toBe(isFinished ? version : before);
    }
  });

  it.each(['finish', 'take-back'] as const)('takes one version to %s, and no other', async (how) => {
    await publishFirstVersion(test, desk);
    await staged(test, desk);
    for (const version of [1, 3, 2_147_483_647])
      expect(codeOf(await end(test, desk, how, version).expect(409))).toBe('staged_release_ended');
    for (const body of [
      {},
      { version_number: 0 },
      { version_number: '2' },
      { version_number: 2, force: true },
    ])
      await send(test, desk, 'post', `staged-release/${how}`, { body }).expect(422);
    await end(test, desk, how, 2, { key: null }).expect(400);
    expect(await shown()).toMatchObject({ state: 'active' });
  });

  // workspace 15.5: each of these tables is written at a different point of the transaction.
  it.each(['projects', 'project_governance', 'project_drafts', 'project_staged_releases', 'audit_events'])(
    'comes about whole or not at all, when its connection is cut before it writes %s',
    async (table) => {
      await publishFirstVersion(test, desk);
      const release = await staged(test, desk);
      const outcome = async () =>
        (
          await test.world.sql(
            `SELECT p.latest_published_version AS current, p.revision, s.state, g.version_number AS governance,
                    (SELECT count(*) FROM project_versions v WHERE v.project_id = p.project_id)::integer AS versions,
                    (SELECT count(*) FROM project_drafts d WHERE d.project_id = p.project_id)::integer AS drafts,
                    (SELECT count(*) FROM audit_events a WHERE a.metadata->>'project_id' = p.project_id
                        AND a.action = 'staged_release.finished')::integer AS audited
               FROM projects p JOIN project_staged_releases s USING (project_id) JOIN project_governance g USING (project_id)
              WHERE p.project_id = $1`,
            [desk.projectId],
          )
        )[0];
      const { metadataUrl } = test.databases.superuser;
      await whileLocked(metadataUrl, `${table} IN SHARE MODE`, async (unlock) => {
        const request = end(test, desk, 'finish', 2, { key: 'the-one' }).then(({ status }) => status);
        await expect.poll(() => cutWaiting(table), { interval: 10 }).toBeGreaterThan(0);
        expect(await outcome()).toEqual({
          current: 1,
          revision: 2,
          state: 'active',
          governance: 1,
          versions: 2,
          drafts: 1,
          audited: 0,
        });
        await unlock();
        // It may have been retried automatically.
        expect([200, 503]).toContain(await request);
      });
      clock.advance(11_000);
      const finished = await end(test, desk, 'finish', 2, { key: 'the-one' }).expect(200);
      expect(finished.body).toMatchObject({ state: 'finished', content_hash: release.content_hash });
      expect(await outcome()).toEqual({
        current: 2,
        revision: 3,
        state: 'finished',
        governance: 2,
        versions: 2,
        drafts: 0,
        audited: 1,
      });
    },
  );

  /**
   * Cuts the connections that wait for a table.
   * @returns how many there were
   */
  const cutWaiting = async (table: string): Promise<number> =>
    (await test.world.sql(`SELECT pg_terminate_backend(pid) FROM (${WAITING_FOR_TABLE}) AS waiting`, [table]))
      .length;
});
