import { beforeEach, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { act, aColleague, approvalsOf, approved, switchTo, tryPublish, underTheSwitch } from './approving.js';
import type { Approval, Colleague } from './approving.js';
import { useProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import { auditOf, booking, completeDraft, draftEtag, publishDraft, save, send } from './releasing.js';
import { currentVersion } from './staging.js';

/** The number of races. */
const ROUNDS = atDepth({ ordinary: 5, full: 20 });
const NOW = '2026-10-31T04:12:09.000Z';
const GATE = 'governance.release_approval';

describe('a release under the approval of a second person', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = useProjectFixture(test);
  let beth: Colleague;

  beforeEach(async () => {
    clock.set(NOW);
    beth = await aColleague(test, desk);
  });

  const edit = (day = '2026-12-25') => save(test, desk, 'booking', booking([day]));
  const refusal = async (answer: PromiseLike<Response>): Promise<unknown> => {
    const response = await answer;
    return [response.status, ...fieldsOf(response)];
  };
  const again = async ({ approval_id: id }: Approval) =>
    (await approvalsOf(test, desk)).find((it) => it.approval_id === id);

  // workspace 14.1
  describe('counts where the switch is on', () => {
    it('in the draft already', async () => {
      await edit();
      await completeDraft(test, desk);
      await switchTo(test, desk, 'second_person').expect(200);
      expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approval_missing']]);
      await approved(test, desk, beth);
      await publishDraft(test, desk);
    });

    it('as published, also for the draft that turns it off', async () => {
      await underTheSwitch(test, desk, beth);
      for (const value of ['none', undefined] as const) {
        await switchTo(test, desk, value).expect(200);
        expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approval_missing']]);
      }
      await approved(test, desk, beth);
      await publishDraft(test, desk);
      await edit();
      await publishDraft(test, desk);
    });

    it('and nowhere else', async () => {
      await edit();
      await switchTo(test, desk, 'none').expect(200);
      await publishDraft(test, desk);
      expect(await approvalsOf(test, desk)).toEqual([]);
    });

    it('with no other value', async () => {
      const refused = await switchTo(test, desk, 'both' as never).expect(422);
      expect(fieldsOf(refused).map(([name]) => name)).toEqual(['configuration.release_approval']);
    });
  });

  describe('under the switch', () => {
    beforeEach(async () => {
      await underTheSwitch(test, desk, beth);
      await edit();
    });

    // workspace 14.8
    it('lets one person approve and another one publish, once', async () => {
      const approval = await approved(test, desk, beth);
      expect(await refusal(tryPublish(test, desk, beth.headers))).toEqual([
        422,
        [GATE, 'approval_by_publisher'],
      ]);
      clock.advance(60_000);
      await publishDraft(test, desk);
      expect(await again(approval)).toEqual({
        ...approval,
        state: 'used',
        is_stale: true,
        used_at: '2026-10-31T04:13:09.000Z',
        used_version_number: 3,
      });
      expect((await auditOf(test, desk, 'release_approval.used')).at(-1)!.metadata).toEqual({
        project_id: desk.projectId,
        approval_id: approval.approval_id,
        approved_by: beth.userId,
        version_number: 3,
      });
      expect(codeOf(await act(test, desk, approval, 'withdraw').expect(409))).toBe('approval_closed');
      await edit('2026-12-26');
      expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approval_missing']]);
    });

    // workspace 14.5: the person who approves may have written the draft, and another person may
    // publish it.
    it('lets an editor approve what another person asks for and publishes', async () => {
      await send(test, desk, 'put', 'booking', {
        body: { configuration: booking(['2026-12-27']) },
        as: beth.headers,
      }).expect(200);
      await approved(test, desk, beth);
      await publishDraft(test, desk);
    });

    // workspace 14.4, 14.7
    it('holds for exactly the draft that was approved', async () => {
      await approved(test, desk, beth);
      await edit('2026-12-26');
      expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approval_stale']]);
      await approved(test, desk, beth);
      await publishDraft(test, desk);
    });

    // workspace 14.4
    it('holds for the version that the draft goes over', async () => {
      await edit('2026-12-24');
      await approved(test, desk, beth);
      await publishDraft(test, desk);
      await edit('2026-12-26');
      await approved(test, desk, beth);
      await send(test, desk, 'post', 'rollback', { body: { version_number: 2 } }).expect(200);
      expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approval_stale']]);
    });

    // workspace 14.7
    it('names what is missing beside what validation finds', async () => {
      await save(test, desk, 'booking', {
        ...booking(),
        weekly_hours: [{ day: 'monday', opens: '17:00', closes: '09:00' }],
      });
      const response = await tryPublish(test, desk);
      expect(response.status).toBe(422);
      expect(fieldsOf(response).map(([, code]) => code)).toContain('approval_missing');
      expect(fieldsOf(response).length).toBeGreaterThan(1);
    });

    // workspace 14.9
    it('lets no key publish or roll back', async () => {
      const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
      await approved(test, desk, beth);
      expect(await refusal(tryPublish(test, desk, key))).toEqual([422, [GATE, 'bearer_required']]);
      await publishDraft(test, desk);
      const back = send(test, desk, 'post', 'rollback', { body: { version_number: 2 }, as: key });
      expect(await refusal(back)).toEqual([422, [GATE, 'bearer_required']]);
      expect(await currentVersion(test, desk)).toBe(3);
    });

    // workspace 14.10
    it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
      ['lost the assignment', () => assignment('active = false'), () => assignment('active = true')],
      [
        'has another role now',
        () => assignment(`role = 'partner_user'`),
        () => assignment(`role = 'partner_admin'`),
      ],
      ['left the organisation', () => membership(false), () => membership(true)],
      ['was deactivated', () => person(false), () => person(true)],
    ])('counts no approval of a person who %s', async (_, away, back) => {
      await approved(test, desk, beth);
      await away();
      expect(await refusal(tryPublish(test, desk))).toEqual([422, [GATE, 'approver_inactive']]);
      await back();
      await publishDraft(test, desk);
    });
    const assignment = (change: string) =>
      test.world.sql(`UPDATE portal_user_client_assignments SET ${change} WHERE user_id = $1`, [beth.userId]);
    const membership = (active: boolean) =>
      test.world.sql(`UPDATE partner_organisation_members SET active = $2 WHERE user_id = $1`, [
        beth.userId,
        active,
      ]);
    const person = (active: boolean) =>
      test.world.sql(`UPDATE portal_users SET active = $2 WHERE user_id = $1`, [beth.userId, active]);

    // workspace 14.11
    it('lets one person roll back in an emergency, and not out of the switch', async () => {
      await approved(test, desk, beth);
      await publishDraft(test, desk);
      const back = (version_number: number) =>
        send(test, desk, 'post', 'rollback', { body: { version_number } });
      expect(await refusal(back(1))).toEqual([422, [GATE, 'approval_ended_by_rollback']]);
      await back(2).expect(200);
      expect(await currentVersion(test, desk)).toBe(4);
    });

    // workspace 14.12
    it('leaves dashboards to the customer', async () => {
      await send(test, desk, 'put', 'draft', {
        body: { sections: { 'dashboard-metadata': { timezone: 'Australia/Perth' } } },
        ifMatch: await draftEtag(test, desk),
      }).expect(200);
      const { token } = await test.world.aUser(desk.tenant, { role: 'client_admin' });
      await send(test, desk, 'post', 'dashboard-metadata/publish', { as: bearer(token()) }).expect(200);
    });

    // workspace 14.8, workspace 5.6
    it('asks for none where a restored project publishes what it had', async () => {
      await approved(test, desk, beth);
      await publishDraft(test, desk);
      await test.world.sql(`UPDATE projects SET lifecycle_state = 'setup' WHERE project_id = $1`, [
        desk.projectId,
      ]);
      await send(test, desk, 'post', 'publish', { body: {} }).expect(200);
    });

    // workspace 14.8, 14.9, 5.6
    it('lets a person make a restored project active again, and no key', async () => {
      await send(test, desk, 'delete', 'draft', { ifMatch: await draftEtag(test, desk) }).expect(200);
      for (const move of ['archive', 'restore']) {
        const { project } = (await send(test, desk, 'get', 'lifecycle').expect(200)).body as {
          project: { revision_token: string };
        };
        const { revision_token } = project;
        await send(test, desk, 'post', move, { body: { revision_token } }).expect(200);
      }
      const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
      const none = [422, [GATE, 'bearer_required']];
      expect(await refusal(send(test, desk, 'post', 'publish', { body: {}, as }))).toEqual(none);
      const back = { version_number: 2 };
      expect(await refusal(send(test, desk, 'post', 'rollback', { body: back, as }))).toEqual(none);
      expect(await currentVersion(test, desk)).toBe(2);
      await send(test, desk, 'post', 'publish', { body: {} }).expect(200);
      expect(await currentVersion(test, desk)).toBe(3);
    });

    // workspace 14.8, 5.6
    it('asks for none where a draft changes nothing', async () => {
      await save(test, desk, 'booking', booking());
      const ended = await tryPublish(test, desk);
      expect([ended.status, ended.body]).toMatchObject([200, { changed: false, version_number: 2 }]);
    });

    // workspace 14.6
    it('publishes with an approval or loses it, when it is withdrawn at that moment', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await edit(`2027-01-${String(round + 1).padStart(2, '0')}`);
        const approval = await approved(test, desk, beth);
        const before = await currentVersion(test, desk);
        const [published, withdrawn] = await Promise.all([
          tryPublish(test, desk),
          act(test, desk, approval, 'withdraw', beth.headers),
        ]);
        const isPublished = published.status === 200;
        expect([published.status, withdrawn.status]).toEqual(isPublished ? [200, 409] : [422, 200]);
        expect(await again(approval)).toMatchObject({
          state: isPublished ? 'used' : 'withdrawn',
          used_version_number: isPublished ? before! + 1 : null,
        });
        expect(await currentVersion(test, desk)).toBe(isPublished ? before! + 1 : before);
      }
    });
  });
});
