import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { anOffice, aNewProject, pathOf, reread, send, snapshotOf } from './projecting.js';
import type { Headers } from './projecting.js';

describe('GET /v1/projects/{project_id}/lifecycle', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });

  /** The instant of the next change: a second after the last one. */
  const later = (): string => {
    clock.advance(1000);
    return clock.now().toISOString();
  };

  const office = perTest(() => anOffice(test));
  const project = perTest(() => aNewProject(test, office));

  const show = (as: Headers, query: object = {}) =>
    test.request().get(pathOf(project, 'lifecycle')).set(as).query(query);

  it('answers the snapshot as it is now', async () => {
    const now = later();
    const response = await show(office.as).expect(200);
    expect(response.body).toEqual({ ...project, updated_at: now });
  });

  // projects 3.2, 3.3
  it('shows a project that was never edited, archived or restored without those fields', async () => {
    const projectId = await test.world.aProject(office.tenant);
    const response = await send(test, 'get', `/v1/projects/${projectId}/lifecycle`, office.as).expect(200);
    const { project: shown, profile, assignments } = snapshotOf(response);
    expect(Object.keys(shown).sort()).toEqual([
      'client_id',
      'created_at',
      'created_by',
      'display_name',
      'draft_status',
      'latest_published_version',
      'lifecycle_state',
      'project_id',
      'publish_status',
      'revision_token',
      'timezone',
      'updated_at',
    ]);
    expect(shown).toMatchObject({ lifecycle_state: 'active', draft_status: 'none' });
    expect(profile.tags).toEqual([]);
    expect(assignments).toEqual([]);
  });

  it('says which version was published last', async () => {
    await test.world.sql(`UPDATE projects SET latest_published_version = 7 WHERE project_id = $1`, [
      project.project.project_id,
    ]);
    expect((await reread(test, office, project)).project).toMatchObject({
      latest_published_version: 7,
      publish_status: 'published',
    });
  });

  it.each(['partner_user', 'service_admin', 'service_operator'] as const)(
    'shows a %s that it can only be read, and no members',
    async (role) => {
      const user = await test.world.aUser(office.tenant, { role, organisationId: office.organisationId });
      await test.world.assignProject(user, office.tenant, project.project.project_id);
      const response = await show(bearer(user.token()), { client_id: office.tenant.clientId }).expect(200);
      expect(snapshotOf(response)).toMatchObject({
        permissions: {
          can_create: false,
          can_edit: false,
          can_archive: false,
          can_restore: false,
          can_manage_assignments: false,
          read_only_reason: 'role_read_only',
        },
        available_members: null,
      });
    },
  );

  // projects 5.5
  it('is for the partner_users whom the project is assigned to, and its changes for none of them', async () => {
    const user = await test.world.aUser(office.tenant, { role: 'partner_user' });
    const as = bearer(user.token());
    const edit = { revision_token: '1', display_name: 'After hours' };
    await send(test, 'get', pathOf(project, 'lifecycle'), as).expect(404);
    await test.world.assignProject(user, office.tenant, project.project.project_id);
    await send(test, 'get', pathOf(project, 'lifecycle'), as).expect(200);
    await send(test, 'patch', pathOf(project, 'lifecycle'), as, edit).expect(404);
    for (const action of ['archive', 'restore']) {
      await send(test, 'post', pathOf(project, action), as, { revision_token: '1' }).expect(404);
    }
  });
});
