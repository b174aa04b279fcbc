import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer } from '../access/callers.js';
import { anOffice, aNewProject, codeOf, fieldsOf, pathOf, reread, send, snapshotOf } from './projecting.js';
import type { Headers, Snapshot } from './projecting.js';

describe('assignments of a project', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let project: Snapshot;

  /** A person in the administrator's organisation. */
  const colleague = (role: 'partner_user' | 'partner_admin' = 'partner_user'): Promise<TestUser> =>
    test.world.aUser(office.tenant, { role, organisationId: office.organisationId });
  const assign = (member: Pick<TestUser, 'userId'>, fields: object = {}, as: Headers = office.as) =>
    send(test, 'post', pathOf(project, 'assignments'), as, {
      member_id: member.userId,
      role_visibility: 'read',
      revision_token: project.project.revision_token,
      ...fields,
    });
  const assigned = async (member: TestUser, fields: object = {}): Promise<Snapshot> =>
    (project = snapshotOf(await assign(member, fields).expect(200)));
  const remove = (assignmentId: string, token = '1', as: Headers = office.as) =>
    send(test, 'delete', pathOf(project, `assignments/${assignmentId}`), as, {
      assignment_revision_token: token,
    });
  const assignmentOf = (member: TestUser, snapshot = project) =>
    snapshot.assignments.find(({ member_id }) => member_id === member.userId)!;
  const availableTo = async (as: Headers): Promise<string[] | null> => {
    const response = await send(test, 'get', pathOf(project, 'lifecycle'), as).expect(200);
    return snapshotOf(response).available_members?.map(({ member_id }) => member_id) ?? null;
  };

  const office = perTest(() => anOffice(test));
  beforeEach(async () => {
    project = await aNewProject(test, office);
  });

  describe('POST /v1/projects/{project_id}/assignments', () => {
    // projects 3.6, 5.3, 6.2
    it('answers the snapshot with the assignment, and a revision further', async () => {
      clock.advance(1000);
      const now = clock.now().toISOString();
      const member = await colleague();
      const fields = { role_visibility: 'manage', assignment_note: 'Until March.' };
      const after = snapshotOf(await assign(member, fields).expect(200));
      expect(after.assignments).toEqual([
        ...project.assignments,
        {
          assignment_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          member_id: member.userId,
          display_name: member.subject,
          role_visibility: 'manage',
          assignment_note: 'Until March.',
          assigned_by: office.admin.userId,
          created_at: now,
          assignment_revision_token: '1',
        },
      ]);
      expect(after.project).toEqual({ ...project.project, revision_token: '2', updated_at: now });
      expect(after.available_members).toEqual([]);
      expect(await reread(test, office, project)).toEqual(after);
    });

    // projects 6.7
    it('shows the project to the member from the next request on', async () => {
      const member = await colleague();
      const as = bearer(member.token());
      const see = () => send(test, 'get', pathOf(project, 'lifecycle'), as);
      const calls = () =>
        test.request().get('/v1/calls/summary').set(as).query({ project_id: project.project.project_id });
      await see().expect(404);
      await calls().expect(404);
      await assigned(member);
      await see().expect(200);
      await calls().expect(200);
      await remove(assignmentOf(member).assignment_id).expect(200);
      await see().expect(404);
      await calls().expect(404);
    });

    it('assigns a partner_admin too, who sees the project in any case', async () => {
      const member = await colleague('partner_admin');
      await assigned(member);
      expect(assignmentOf(member)).toMatchObject({ role_visibility: 'read', assignment_note: null });
    });

    it('takes a member_id in capitals for the same person', async () => {
      const member = await colleague();
      const after = snapshotOf(await assign({ userId: member.userId.toUpperCase() }).expect(200));
      expect(assignmentOf(member, after)).toMatchObject({ member_id: member.userId });
    });

    // projects 6.3
    it('refuses whoever is no available member, whether there is such a person or not, in one way', async () => {
      const { organisationId, tenant } = office;
      const left = await colleague();
      await test.world.sql(`UPDATE partner_organisation_members SET active = false WHERE user_id = $1`, [
        left.userId,
      ]);
      const disabled = await colleague();
      await test.world.sql(`UPDATE portal_users SET active = false WHERE user_id = $1`, [disabled.userId]);
      const withoutRole = await test.world.aPerson();
      await test.world.join(withoutRole, tenant, organisationId);
      const withdrawn = await test.world.aUser(tenant, {
        role: 'partner_user',
        active: false,
        organisationId,
      });
      const ofStaging = await test.world.aUser(
        { ...tenant, dataEnv: 'staging' },
        { role: 'partner_user', organisationId },
      );
      const customer = await test.world.aUser(tenant, { role: 'client_admin' });
      const ofAnotherPartner = await test.world.aUser(tenant, { role: 'partner_user' });
      const foreign = (await anOffice(test)).admin;
      const absent = { userId: randomUUID() };
      const refusals = [];
      for (const member of [
        absent,
        foreign,
        left,
        disabled,
        withoutRole,
        withdrawn,
        ofStaging,
        customer,
        ofAnotherPartner,
      ]) {
        const response = await assign(member).expect(422);
        expect(codeOf(response)).toBe('validation_error');
        expect(fieldsOf(response)).toEqual(['member_id']);
        refusals.push(essence(response));
      }
      expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
      expect((await reread(test, office, project)).project).toEqual(project.project);
    });

    // projects 6.4
    it('refuses a member who is assigned already', async () => {
      const member = await colleague();
      await assigned(member);
      const response = await assign(member, { role_visibility: 'manage' }).expect(409);
      expect(codeOf(response)).toBe('project_assignment_exists');
      expect((await reread(test, office, project)).assignments).toHaveLength(2);
    });

    // projects 6.5
    it('assigns a member again who was removed', async () => {
      const member = await colleague();
      await assigned(member);
      const first = assignmentOf(member).assignment_id;
      project = snapshotOf(await remove(first).expect(200));
      await assigned(member);
      expect(assignmentOf(member).assignment_id).not.toBe(first);
    });

    it.each<[string, object]>([
      ['member_id', { member_id: undefined }],
      ['member_id', { member_id: 'robin' }],
      ['member_id', { member_id: 7 }],
      ['role_visibility', { role_visibility: undefined }],
      ['role_visibility', { role_visibility: 'admin' }],
      ['revision_token', { revision_token: undefined }],
      ['assignment_note', { assignment_note: 'x'.repeat(501) }],
      ['assigned_by', { assigned_by: 'somebody-else' }],
    ])('names %s when it is wrong: %j', async (field, fields) => {
      const response = await assign(await colleague(), fields).expect(422);
      expect(fieldsOf(response)).toEqual([field]);
    });

    // projects 5.4
    it('refuses a revision of the project that is not the current one', async () => {
      const response = await assign(await colleague(), { revision_token: '7' }).expect(409);
      expect(codeOf(response)).toBe('conflict');
    });

    // projects 6.1
    it('needs a key and repeats its answer', async () => {
      const member = await colleague();
      const body = { member_id: member.userId, role_visibility: 'read', revision_token: '1' };
      const post = (fields: object) =>
        test
          .request()
          .post(pathOf(project, 'assignments'))
          .set(office.as)
          .send({ ...body, ...fields });
      await post({}).expect(400);
      const first = await post({ idempotency_key: 'once' }).expect(200);
      const again = await post({ idempotency_key: 'once' }).expect(200);
      expect(again.body).toEqual(first.body);
      expect((await reread(test, office, project)).assignments).toHaveLength(2);
    });

    it('of many members at once lets one through for each revision', async () => {
      const members = await Promise.all(Array.from({ length: 8 }, () => colleague()));
      const answers = await Promise.all(members.map((member) => assign(member).then((response) => response)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
      expect((await reread(test, office, project)).assignments).toHaveLength(2);
    });
  });

  describe('DELETE /v1/projects/{project_id}/assignments/{assignment_id}', () => {
    it('answers the snapshot without the assignment, and a revision further', async () => {
      const member = await colleague();
      await assigned(member);
      clock.advance(1000);
      const now = clock.now().toISOString();
      const after = snapshotOf(await remove(assignmentOf(member).assignment_id).expect(200));
      expect(after).toEqual({
        ...project,
        project: { ...project.project, revision_token: '3', updated_at: now },
        assignments: project.assignments.filter(({ member_id }) => member_id !== member.userId),
        available_members: [{ member_id: member.userId, display_name: member.subject, role: 'partner_user' }],
        updated_at: now,
      });
    });

    // projects 6.5
    it('keeps the row, for the record', async () => {
      const [own] = project.assignments;
      await remove(own!.assignment_id).expect(200);
      const rows = await test.world.sql(
        `SELECT active, revision FROM project_assignments WHERE assignment_id = $1`,
        [own!.assignment_id],
      );
      expect(rows).toEqual([{ active: false, revision: 2 }]);
    });

    // projects 6.6
    it('answers a removed, a foreign and an absent assignment, and what is none, in one way', async () => {
      const [own] = project.assignments;
      await remove(own!.assignment_id).expect(200);
      const foreign = await aNewProject(test, await anOffice(test));
      const ofAnotherProject = await aNewProject(test, office);
      const answers = [];
      for (const id of [
        own!.assignment_id,
        foreign.assignments[0]!.assignment_id,
        ofAnotherProject.assignments[0]!.assignment_id,
        randomUUID(),
        'not-an-id',
        '%00',
      ]) {
        const response = await remove(id);
        expect(response.status).toBe(404);
        answers.push(essence(response));
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await reread(test, office, ofAnotherProject)).assignments).toHaveLength(1);
    });

    // projects 6.5
    it('refuses a revision of the assignment that is not the current one', async () => {
      const [own] = project.assignments;
      const response = await remove(own!.assignment_id, '2').expect(409);
      expect(codeOf(response)).toBe('conflict');
      expect((await reread(test, office, project)).assignments).toEqual(project.assignments);
    });

    it('names the revision when it is missing', async () => {
      const [own] = project.assignments;
      const path = pathOf(project, `assignments/${own!.assignment_id}`);
      const response = await send(test, 'delete', path, office.as, {}).expect(422);
      expect(fieldsOf(response)).toEqual(['assignment_revision_token']);
    });

    // projects 6.1
    it('needs a key and repeats its answer', async () => {
      const [own] = project.assignments;
      const path = pathOf(project, `assignments/${own!.assignment_id}`);
      const body = { assignment_revision_token: '1' };
      const call = (fields: object) =>
        test
          .request()
          .delete(path)
          .set(office.as)
          .send({ ...body, ...fields });
      await call({}).expect(400);
      const first = await call({ idempotency_key: 'once' }).expect(200);
      const again = await call({ idempotency_key: 'once' }).expect(200);
      expect(again.body).toEqual(first.body);
    });
  });

  // projects 5.2
  it('cannot be changed while the project is archived', async () => {
    const member = await colleague();
    const [own] = project.assignments;
    project = snapshotOf(
      await send(test, 'post', pathOf(project, 'archive'), office.as, { revision_token: '1' }).expect(200),
    );
    expect(codeOf(await assign(member).expect(409))).toBe('project_archived');
    expect(codeOf(await remove(own!.assignment_id).expect(409))).toBe('project_archived');
    expect((await reread(test, office, project)).assignments).toEqual(project.assignments);
  });

  // projects 6.1
  it('are managed by signed-in administrators alone', async () => {
    const member = await colleague();
    const [own] = project.assignments;
    const key = { 'X-API-Key': await test.world.aKey(office.tenant, 'partner_admin') };
    for (const as of [key, bearer(member.token())]) {
      await assign(member, {}, as).expect(404);
      await remove(own!.assignment_id, '1', as).expect(404);
    }
  });

  // projects 3.7, 6.3
  it('are offered the members who are free, by name, and to signed-in administrators alone', async () => {
    const [second, first] = [await colleague(), await colleague('partner_admin')];
    await test.world.sql(`UPDATE portal_users SET display_name = 'A ' || display_name WHERE user_id = $1`, [
      first.userId,
    ]);
    expect(await availableTo(office.as)).toEqual([first.userId, second.userId]);
    expect(await availableTo({ 'X-API-Key': await test.world.aKey(office.tenant, 'partner_admin') })).toBe(
      null,
    );
    await assigned(first);
    expect(await availableTo(office.as)).toEqual([second.userId]);
    expect(await availableTo(bearer(first.token()))).toEqual([second.userId]);
  });
});
