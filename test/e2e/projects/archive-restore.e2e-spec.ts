import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { anOffice, aNewProject, codeOf, fieldsOf, pathOf, reread, send, snapshotOf } from './projecting.js';
import type { Snapshot } from './projecting.js';

type Move = 'archive' | 'restore';

describe('archiving and restoring a project', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let project: Snapshot;

  /** The instant of the next change: a second after the last one. */
  const later = (): string => {
    clock.advance(1000);
    return clock.now().toISOString();
  };
  const edit = (fields: object) =>
    send(test, 'patch', pathOf(project, 'lifecycle'), office.as, {
      revision_token: project.project.revision_token,
      ...fields,
    });
  const move = (action: Move, snapshot: Snapshot, fields: object = {}) =>
    send(test, 'post', pathOf(snapshot, action), office.as, {
      revision_token: snapshot.project.revision_token,
      ...fields,
    });
  const archived = async (): Promise<Snapshot> => snapshotOf(await move('archive', project).expect(200));

  const office = perTest(() => anOffice(test));
  beforeEach(async () => {
    project = await aNewProject(test, office);
  });

  describe('POST /v1/projects/{project_id}/archive', () => {
    // projects 5.1, 5.8
    it.each(['setup', 'active'])('takes a project out of %s', async (state) => {
      await test.world.sql(`UPDATE projects SET lifecycle_state = $2 WHERE project_id = $1`, [
        project.project.project_id,
        state,
      ]);
      const archived_at = later();
      const after = snapshotOf(
        await move('archive', project, { lifecycle_note: 'Season over.' }).expect(200),
      );
      expect(after.project).toEqual({
        ...project.project,
        lifecycle_state: 'archived',
        revision_token: '2',
        updated_at: archived_at,
        archived_at,
        archived_by: office.admin.userId,
        lifecycle_notes: 'Season over.',
      });
      expect(after.permissions).toEqual({
        can_create: true,
        can_edit: false,
        can_archive: false,
        can_restore: true,
        can_manage_assignments: false,
        read_only_reason: 'project_archived',
      });
    });

    // projects 5.8
    it('leaves notes alone when none is sent', async () => {
      project = snapshotOf(await edit({ lifecycle_notes: 'Kept.' }).expect(200));
      expect((await archived()).project.lifecycle_notes).toBe('Kept.');
    });

    // projects 5.2
    it('makes a project read-only until it is restored', async () => {
      project = await archived();
      const response = await edit({ display_name: 'After hours' }).expect(409);
      expect(codeOf(response)).toBe('project_archived');
      expect((response.body as { error: { message: string } }).error.message).toMatch(/archived/);
      const again = await move('archive', project).expect(409);
      expect(codeOf(again)).toBe('project_archived');
      expect((await reread(test, office, project)).project).toEqual(project.project);
    });
  });

  describe('POST /v1/projects/{project_id}/restore', () => {
    // projects 5.1, 3.3
    it('takes a project back to setup, whatever it was before', async () => {
      await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE project_id = $1`, [
        project.project.project_id,
      ]);
      const before = await archived();
      const restored_at = later();
      const after = snapshotOf(await move('restore', before, { lifecycle_note: 'Open again.' }).expect(200));
      expect(after.project).toEqual({
        ...before.project,
        lifecycle_state: 'setup',
        revision_token: '3',
        updated_at: restored_at,
        restored_at,
        restored_by: office.admin.userId,
        lifecycle_notes: 'Open again.',
      });
      expect(after.permissions).toEqual(project.permissions);
    });

    // projects 5.2
    it('is refused where nothing is archived', async () => {
      const response = await move('restore', project).expect(409);
      expect(codeOf(response)).toBe('project_not_archived');
    });
  });

  describe.each(['archive', 'restore'] as const)('%s', (action) => {
    const prepared = (): Promise<Snapshot> => (action === 'restore' ? archived() : Promise.resolve(project));

    // projects 5.4
    it('refuses a revision that is not the current one', async () => {
      const before = await prepared();
      const response = await move(action, before, { revision_token: 'soon' }).expect(409);
      expect(codeOf(response)).toBe('conflict');
      expect((await reread(test, office, before)).project).toEqual(before.project);
    });

    it.each<[string, object]>([
      ['revision_token', { revision_token: undefined }],
      ['revision_token', { revision_token: null }],
      ['lifecycle_note', { lifecycle_note: 'x'.repeat(501) }],
      ['reason', { reason: 'Season over.' }],
    ])('names %s when it is wrong: %j', async (field, fields) => {
      const response = await move(action, await prepared(), fields).expect(422);
      expect(fieldsOf(response)).toEqual([field]);
    });

    // projects 5.8; requests 5.1
    it('takes its key in the header or in the body, and needs one', async () => {
      const before = await prepared();
      const body = { revision_token: before.project.revision_token };
      const post = (fields: object) =>
        test
          .request()
          .post(pathOf(before, action))
          .set(office.as)
          .send({ ...body, ...fields });
      await post({}).expect(400);
      const first = await post({ idempotency_key: 'once' }).expect(200);
      const again = await post({ idempotency_key: 'once' }).expect(200);
      expect(again.body).toEqual(first.body);
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    });

    // Fails if the fingerprint of a request leaves its path out.
    it('does not answer the key of one project for another', async () => {
      const before = await prepared();
      const other = await aNewProject(test, office);
      const key = randomUUID();
      const post = (snapshot: Snapshot, body: object) =>
        test
          .request()
          .post(pathOf(snapshot, action))
          .set(office.as)
          .send({ ...body, idempotency_key: key });
      const body = { revision_token: before.project.revision_token };
      await post(before, body).expect(200);
      expect(codeOf(await post(other, body).expect(422))).toBe('idempotency_key_reuse');
    });
  });

  // Fails if the state is read outside of the transaction that changes it. projects 5.4
  it('at once ends in one of its states and counts one change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await reread(test, office, project);
      const actions = Array.from<unknown, Move>({ length: 8 }, (_, index) =>
        index % 2 === 0 ? 'archive' : 'restore',
      );
      const answers = await Promise.all(
        actions.map((action) => move(action, before).then((response) => response)),
      );
      const won = answers.filter(({ status }) => status === 200).map(snapshotOf);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      const after = await reread(test, office, project);
      expect(after.project).toEqual(won[0]!.project);
      expect(after.project.lifecycle_state).toBe(
        before.project.lifecycle_state === 'archived' ? 'setup' : 'archived',
      );
      expect(Number(after.project.revision_token)).toBe(Number(before.project.revision_token) + 1);
    }
  });
});
