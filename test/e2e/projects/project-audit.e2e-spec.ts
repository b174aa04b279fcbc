import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { anOffice, aNewProject, aRequest, pathOf, reread, send, snapshotOf } from './projecting.js';
import type { Snapshot } from './projecting.js';

describe('the audit trail of projects', () => {
  const test = useSharedApp();
  let project: Snapshot;
  let member: TestUser;

  const change = (method: 'patch' | 'post' | 'delete', rest: string, body: object = {}) =>
    send(test, method, pathOf(project, rest), office.as, {
      revision_token: project.project.revision_token,
      ...body,
    });
  const archive = () => change('post', 'archive');
  const assign = () => change('post', 'assignments', { member_id: member.userId, role_visibility: 'read' });
  const remove = () =>
    send(test, 'delete', pathOf(project, `assignments/${project.assignments[0]!.assignment_id}`), office.as, {
      assignment_revision_token: '1',
    });
  const rows = () =>
    test.world.sql<{ action: string; metadata: object }>(
      `SELECT action, outcome, actor_kind, actor_id, scope, metadata FROM audit_events
        WHERE client_id = $1 ORDER BY event_id`,
      [office.tenant.clientId],
    );

  const office = perTest(() => anOffice(test));
  beforeEach(async () => {
    project = await aNewProject(test, office);
    member = await test.world.aUser(office.tenant, {
      role: 'partner_user',
      organisationId: office.organisationId,
    });
  });

  // projects 5.10
  it('has one row for each change, with who did it and nothing of what was written', async () => {
    const { project_id } = project.project;
    project = snapshotOf(
      await change('patch', 'lifecycle', { display_name: 'Robin Hale', lifecycle_notes: 'Private.' }).expect(
        200,
      ),
    );
    project = snapshotOf(await assign().expect(200));
    const removed = project.assignments[0]!;
    project = snapshotOf(await remove().expect(200));
    project = snapshotOf(await archive().expect(200));
    await change('post', 'restore').expect(200);
    const by = {
      outcome: 'success',
      actor_kind: 'bearer',
      actor_id: office.admin.userId,
      scope: 'partner_admin',
    };
    expect(await rows()).toEqual([
      { ...by, action: 'project.created', metadata: { project_id, revision: 1 } },
      {
        ...by,
        action: 'project.updated',
        metadata: { project_id, revision: 2, fields: 'display_name,lifecycle_notes' },
      },
      {
        ...by,
        action: 'project_assignment.created',
        metadata: { project_id, revision: 3, member_id: member.userId, role_visibility: 'read' },
      },
      {
        ...by,
        action: 'project_assignment.removed',
        metadata: {
          project_id,
          revision: 4,
          assignment_id: removed.assignment_id,
          member_id: removed.member_id,
        },
      },
      { ...by, action: 'project.archived', metadata: { project_id, revision: 5 } },
      { ...by, action: 'project.restored', metadata: { project_id, revision: 6 } },
    ]);
  });

  it('has no row for a change that was refused', async () => {
    const before = await rows();
    await change('patch', 'lifecycle', { revision_token: '7', display_name: 'After hours' }).expect(409);
    await change('post', 'restore').expect(409);
    await change('post', 'assignments', {
      member_id: '00000000-0000-4000-8000-000000000000',
      role_visibility: 'read',
    }).expect(422);
    expect(await rows()).toEqual(before);
  });

  describe('when something of a change cannot be written', () => {
    const projects = () =>
      test.world.sql(`SELECT * FROM projects WHERE client_id = $1`, [office.tenant.clientId]);
    const create = (key: string) =>
      test.request().post('/v1/projects').set(office.as).set('Idempotency-Key', key).send(aRequest(office));

    beforeAll(() =>
      test.world.sql(`
        CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`),
    );
    const refuseAudit = () =>
      test.world.sql(
        `CREATE TRIGGER planted BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION planted()`,
      );
    /** The answer is the last thing that a change writes. */
    const refuseAnswers = () =>
      test.world.sql(
        `CREATE TRIGGER planted BEFORE UPDATE ON idempotency_records FOR EACH ROW EXECUTE FUNCTION planted()`,
      );
    const mend = () =>
      test.world.sql(
        `DROP TRIGGER IF EXISTS planted ON audit_events; DROP TRIGGER IF EXISTS planted ON idempotency_records`,
      );
    afterEach(mend);

    const CHANGES: [string, () => ReturnType<typeof change>][] = [
      ['an edit', () => change('patch', 'lifecycle', { display_name: 'After hours' })],
      ['archiving', archive],
      ['an assignment', assign],
      ['a removal', remove],
    ];

    // Fails if a change commits before its audit row is written, or survives without one. projects
    // 5.10; requests 5.10
    it.each(CHANGES)('%s is gone with its audit row', async (_, attempt) => {
      const before = await reread(test, office, project);
      await refuseAudit();
      await attempt().expect(500);
      await mend();
      expect({ ...(await reread(test, office, project)), updated_at: before.updated_at }).toEqual(before);
      await attempt().expect(200);
    });

    it('a new project is gone with its audit row, and its key is free again', async () => {
      const before = await projects();
      await refuseAudit();
      await create('once').expect(500);
      expect(await projects()).toEqual(before);
      await mend();
      await create('once').expect(201);
      expect(await projects()).toHaveLength(before.length + 1);
    });

    // Fails if an audit row is written outside of the transaction of its change.
    it.each(CHANGES)('%s and its audit row are gone with the answer', async (_, attempt) => {
      const before = { snapshot: await reread(test, office, project), rows: await rows() };
      await refuseAnswers();
      await attempt().expect(500);
      await mend();
      const after = await reread(test, office, project);
      expect({ ...after, updated_at: before.snapshot.updated_at }).toEqual(before.snapshot);
      expect(await rows()).toEqual(before.rows);
    });

    it('a new project and its audit row are gone with the answer', async () => {
      const before = [await projects(), await rows()];
      await refuseAnswers();
      await create('once').expect(500);
      expect([await projects(), await rows()]).toEqual(before);
    });
  });
});
