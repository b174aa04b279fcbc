import { beforeEach, describe, expect, it } from 'vitest';
import type { ProjectListResponse } from '../../../src/features/projects/directory/directory.response.js';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aColleague, approved, ask, act, switchTo, underTheSwitch } from './approving.js';
import { useProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import { auditOf, booking, draftEtag, publishDraft, save, send } from './releasing.js';
import { publishFirstVersion, currentVersion, end, staged, stagedReleasesOf, tryStage } from './staging.js';

const NOW = '2026-10-31T04:12:09.000Z';
const AT_ONCE = atDepth({ ordinary: 10, full: 50 });

describe('a staged release', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = useProjectFixture(test);

  beforeEach(() => clock.set(NOW));

  const { shown, versions } = stagedReleasesOf(test, desk);
  const listed = async () => {
    const query = { client_id: desk.tenant.clientId };
    const answer = await test.request().get('/v1/projects').query(query).set(desk.admin).expect(200);
    return (answer.body as ProjectListResponse).items;
  };
  const stagedInList = async () => (await listed()).map(({ staged_release: it }) => it);

  describe('begins', () => {
    // workspace 15.1, 15.2, 15.10
    it('as the next version, and leaves what is published and the draft as they are', async () => {
      await publishFirstVersion(test, desk);
      const etag = await draftEtag(test, desk);
      const release = await staged(test, desk, { percent: 10, change_note: 'A tenth.' });
      expect(release).toEqual({
        version_number: 2,
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        state: 'active',
        percent: 10,
        numbers: null,
        change_note: 'A tenth.',
        started_at: NOW,
        started_by: desk.adminId,
        ended_at: null,
        ended_by: null,
        runtime_id: null,
        runtime_reported_at: null,
        stop_when: null,
        stopped: null,
      });
      expect(await shown()).toEqual(release);
      // projects 2.4
      expect(await stagedInList()).toEqual([{ version_number: 2, percent: 10 }]);
      expect(await currentVersion(test, desk)).toBe(1);
      expect(await draftEtag(test, desk)).toBe(etag);
      expect(await versions()).toEqual([
        [2, false],
        [1, true],
      ]);
      expect((await auditOf(test, desk, 'staged_release.started')).map(({ metadata }) => metadata)).toEqual([
        {
          project_id: desk.projectId,
          version_number: 2,
          content_hash: release.content_hash,
          draft_etag: JSON.parse(etag) as string,
          percent: 10,
          numbers: 0,
        },
      ]);
    });

    // projects 2.5
    it('without changing when its project was updated, like a draft', async () => {
      await publishFirstVersion(test, desk);
      clock.advance(60_000);
      await save(test, desk, 'booking', booking(['2026-12-26']));
      await staged(test, desk, { percent: 10 });
      expect((await listed()).map(({ updated_at: at }) => at)).toEqual([NOW]);
    });

    // workspace 15.1
    it('with what publishing the draft asks for', async () => {
      await publishFirstVersion(test, desk);
      const body = { percent: 10 };
      const codes = [];
      for (const sent of [{ body }, { body, ifMatch: '*' }, { body, ifMatch: '"0123456789abcdef01234567"' }])
        codes.push((await send(test, desk, 'post', 'staged-release', sent)).status);
      expect(codes).toEqual([428, 428, 409]);
      await tryStage(test, desk, body, { key: null }).then(({ status }) => expect(status).toBe(400));
      await save(test, desk, 'booking', {
        ...booking(),
        weekly_hours: [{ day: 'monday', opens: '17:00', closes: '09:00' }],
      });
      expect((await tryStage(test, desk, body)).status).toBe(422);
      expect(await versions()).toHaveLength(1);
    });

    it('with a share that is in order', async () => {
      const refusals: [string, object, string][] = [
        ['neither percent nor numbers', {}, 'percent'],
        ['both', { percent: 5, numbers: ['+61255501234'] }, 'percent'],
        ['no percent of it', { percent: 0 }, 'percent'],
        ['all of it', { percent: 100 }, 'percent'],
        ['half a percent', { percent: 1.5 }, 'percent'],
        ['a text', { percent: '10' }, 'percent'],
        ['null', { percent: null }, 'percent'],
        ['no number', { numbers: [] }, 'numbers'],
        [
          '101 numbers',
          { numbers: Array.from({ length: 101 }, (_, it) => `+6125550${1000 + it}`) },
          'numbers',
        ],
        ['one number twice', { numbers: ['+61255501234', '+61255501234'] }, 'numbers'],
        ['a number without its country', { numbers: ['0255509876'] }, 'numbers'],
        ['an object', { numbers: [{}] }, 'numbers'],
      ];
      for (const [name, body, field] of refusals) {
        const refused = await send(test, desk, 'post', 'staged-release', { body }).expect(422);
        expect(
          fieldsOf(refused).map(([it]) => it.split('.')[0]),
          name,
        ).toEqual([field]);
        expect(refused.text, name).not.toContain('0255509876');
      }
    });

    // workspace 15.3
    it('after the first version alone, and of something new', async () => {
      await save(test, desk, 'booking', booking());
      expect(codeOf(await tryStage(test, desk, { percent: 5 }))).toBe('project_not_published');
      await publishDraft(test, desk);
      const body = { percent: 5 };
      const without = await send(test, desk, 'post', 'staged-release', { body }).expect(409);
      expect(codeOf(without)).toBe('nothing_to_publish');
      await save(test, desk, 'booking', booking());
      expect(codeOf(await tryStage(test, desk, body))).toBe('nothing_to_publish');
      await save(test, desk, 'booking', booking(['2026-12-25']));
      await test.world.sql(`UPDATE projects SET lifecycle_state = 'setup' WHERE project_id = $1`, [
        desk.projectId,
      ]);
      expect(codeOf(await tryStage(test, desk, body))).toBe('project_not_published');
    });

    // requests 5.1
    it('once under one key, however many ask at once', async () => {
      await publishFirstVersion(test, desk);
      const ifMatch = await draftEtag(test, desk);
      const sent = { body: { percent: 5 }, ifMatch, key: 'the-one' };
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => send(test, desk, 'post', 'staged-release', sent)),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(await versions()).toHaveLength(2);
    });
  });

  // workspace 15.4
  it('lets nothing else be released while it is active, and the draft be edited', async () => {
    await publishFirstVersion(test, desk);
    await staged(test, desk);
    await send(test, desk, 'put', 'draft', {
      body: { sections: { 'dashboard-metadata': { timezone: 'Australia/Perth' } } },
      ifMatch: await draftEtag(test, desk),
    }).expect(200);
    const { token } = await test.world.aUser(desk.tenant, { role: 'client_admin' });
    const refused = [
      await send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk) }),
      await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }),
      await send(test, desk, 'post', 'rollback', { body: { version_number: 2 } }),
      await tryStage(test, desk, { percent: 20 }),
      await send(test, desk, 'post', 'dashboard-metadata/publish', { as: bearer(token()) }),
    ];
    expect(refused.map((it) => [it.status, codeOf(it)])).toEqual(
      refused.map(() => [409, 'staged_release_active']),
    );
    expect(await versions()).toHaveLength(2);
  });

  // workspace 15.2
  it('is 404 for a project that never had one', async () => {
    await publishFirstVersion(test, desk);
    await send(test, desk, 'get', 'staged-release').expect(404);
  });

  // workspace 14.7, 14.8, 14.9
  it('is approved by a second person where governance asks for one', async () => {
    const beth = await aColleague(test, desk);
    await underTheSwitch(test, desk, beth);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const gate = (code: string) => [422, [['governance.release_approval', code]]];
    const tried = async (sent = {}) => {
      const response = await tryStage(test, desk, { percent: 5 }, sent);
      return [response.status, fieldsOf(response)];
    };
    expect(await tried()).toEqual(gate('approval_missing'));
    const approval = await approved(test, desk, beth);
    expect(await tried({ as: beth.headers })).toEqual(gate('approval_by_publisher'));
    await staged(test, desk);
    expect(codeOf(await act(test, desk, approval, 'withdraw').expect(409))).toBe('approval_closed');
    const byApprover = await end(test, desk, 'finish', 3, { as: beth.headers }).expect(422);
    expect(fieldsOf(byApprover)).toEqual([['governance.release_approval', 'approval_by_publisher']]);
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    const byKey = await end(test, desk, 'finish', 3, { as: key }).expect(422);
    expect(fieldsOf(byKey)).toEqual([['governance.release_approval', 'bearer_required']]);
    await end(test, desk, 'take-back', 3, { as: key }).expect(200);
    expect(await tried()).toEqual(gate('approval_missing'));
    await act(test, desk, await ask(test, desk), 'approve', beth.headers).expect(200);
    await staged(test, desk);
    await end(test, desk, 'finish', 4).expect(200);
    expect(await currentVersion(test, desk)).toBe(4);
    await switchTo(test, desk, 'none').expect(200);
    expect(await tried()).toEqual(gate('approval_missing'));
  });
});
