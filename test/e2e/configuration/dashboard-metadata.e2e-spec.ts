import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { essence } from '../access/attempts.js';
import { fieldsOf, pathOf, publish, useProjectFixture } from './editing.js';
import { assistant } from '../releases/releasing.js';

type Body = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

const METADATA = { display_name: 'Reception', timezone: 'Australia/Perth', tags: ['west'] };

describe('dashboard metadata', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let client: Headers;

  const desk = useProjectFixture(test, 'active');
  beforeEach(async () => {
    client = bearer((await test.world.aUser(desk.tenant, { role: 'client_admin' })).token());
  });

  const show = (id = desk.projectId, headers = client, query: object = {}) =>
    test
      .request()
      .get(`/v1/projects/${encodeURIComponent(id)}/dashboard-metadata`)
      .set(headers)
      .query(query);
  const shown = async (id?: string, headers?: Headers): Promise<Body> => {
    const response = await show(id, headers);
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };
  /** Puts sections into any draft. */
  const draft = async (sections: object): Promise<void> => {
    const { headers } = await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200);
    const request = test
      .request()
      .put(pathOf(desk, 'draft'))
      .set(desk.admin)
      .set('Idempotency-Key', randomUUID());
    const guarded = headers['etag'] ? request.set('If-Match', headers['etag']) : request;
    await guarded.send({ sections }).expect(200);
  };
  const release = (headers: Headers = client, key: string = randomUUID()) =>
    test.request().post(pathOf(desk, 'dashboard-metadata/publish')).set(headers).set('Idempotency-Key', key);
  const draftOf = async (): Promise<Body> =>
    (await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200)).body as Body;
  const versions = () =>
    test.world.sql<{ version_number: number; sections: Record<string, Body> }>(
      `SELECT version_number, sections FROM project_versions WHERE project_id = $1 ORDER BY version_number`,
      [desk.projectId],
    );

  // workspace 10.1
  it("is the project's own name and zone until something is published", async () => {
    const response = await show().expect(200);
    expect(response.body).toMatchObject({
      project_id: desk.projectId,
      display_name: desk.projectId,
      timezone: 'Australia/Sydney',
      source: 'default',
      version_number: null,
      has_unpublished_changes: false,
    });
    expect(response.headers['etag']).toBe(`"${(response.body as Body)['etag'] as string}"`);
  });

  // workspace 10.3
  it.each(['true', 'false'])('is read anew with refresh=%s, and says when', async (refresh) => {
    const first = (await show(undefined, client, { refresh }).expect(200)).body as Body;
    clock.advance(1000);
    const second = (await show(undefined, client, { refresh }).expect(200)).body as Body;
    expect(second['refreshed_at']).toBe(clock.now().toISOString());
    expect(second['etag']).toBe(first['etag']);
  });

  // workspace 10.3
  it('refuses any other refresh, and fields it does not know', async () => {
    expect(fieldsOf(await show(undefined, client, { refresh: 'yes' }).expect(422))).toHaveLength(1);
    expect(fieldsOf(await show(undefined, client, { reload: 'true' }).expect(422))).toHaveLength(1);
  });

  // workspace 10.4
  it('shows a draft to those alone who write or publish it', async () => {
    await draft({ 'dashboard-metadata': METADATA });
    const staff = bearer((await test.world.aUser(desk.tenant, { role: 'client_staff' })).token());
    for (const headers of [client, desk.admin]) {
      expect(await shown(undefined, headers)).toMatchObject({
        display_name: desk.projectId,
        has_unpublished_changes: true,
        draft: { configuration: METADATA },
      });
    }
    const plain = await shown(undefined, staff);
    expect(plain).toMatchObject({ has_unpublished_changes: true });
    expect(JSON.stringify(plain)).not.toContain('Reception');
  });

  describe('by another casing of its id', () => {
    let own: string;

    beforeEach(async () => {
      own = await test.world.aProject(desk.tenant, { projectId: `Front-Desk-${randomUUID()}` });
    });

    // workspace 10.2
    it('is found, and answered with the id that was asked for', async () => {
      for (const id of [own, own.toLowerCase(), own.toUpperCase()]) {
        expect(await shown(id)).toMatchObject({ project_id: id, display_name: own });
      }
    });

    // workspace 10.2
    it('is the project of just that spelling where there is one', async () => {
      const twin = await test.world.aProject(desk.tenant, { projectId: own.toLowerCase() });
      expect(await shown(own)).toMatchObject({ project_id: own, display_name: own });
      expect(await shown(twin)).toMatchObject({ project_id: twin, display_name: twin });
    });

    // Fails if one of several is taken. workspace 10.2
    it('is a 404 like that of an absent one where more than one answers to it', async () => {
      await test.world.aProject(desk.tenant, { projectId: own.toLowerCase() });
      const absent = essence(await show('project-nowhere'));
      expect(absent).toMatchObject({ status: 404 });
      expect(essence(await show(own.toUpperCase()))).toEqual(absent);
    });

    it('is never the project of another client or environment', async () => {
      const foreign = await test.world.aTenant();
      const theirs = await test.world.aProject(foreign, { projectId: `Theirs-${randomUUID()}` });
      const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
      const staged = await test.world.aProject(staging, { projectId: `Staged-${randomUUID()}` });
      const absent = essence(await show('project-nowhere'));
      for (const id of [theirs, theirs.toLowerCase(), staged, staged.toLowerCase(), 'nul\0nul']) {
        expect(essence(await show(id)), id).toEqual(absent);
      }
      await test.world.aProject(foreign, { projectId: own.toLowerCase() });
      await shown(own.toUpperCase());
    });

    it('is found by a partner_user in the projects assigned to that person alone', async () => {
      const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
      const headers = bearer(user.token());
      await show(own.toLowerCase(), headers).expect(404);
      await test.world.assignProject(user, desk.tenant, own);
      expect(await shown(own.toLowerCase(), headers)).toMatchObject({ display_name: own });
      // Letter case has the same meaning for every caller.
      await test.world.aProject(desk.tenant, { projectId: own.toLowerCase() });
      await show(own.toUpperCase(), headers).expect(404);
    });

    it.each(['active', 'archived'])(
      'is a 404 where another environment has an %s project that answers to it',
      async (lifecycleState) => {
        const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
        await shown(own.toUpperCase());
        await test.world.aProject(staging, { projectId: own.toLowerCase(), lifecycleState });
        await show(own.toUpperCase()).expect(404);
        expect(await shown(own)).toMatchObject({ display_name: own });
      },
    );

    it('is not published by it', async () => {
      await test
        .request()
        .post(`/v1/projects/${own.toLowerCase()}/dashboard-metadata/publish`)
        .set(client)
        .set('Idempotency-Key', randomUUID())
        .expect(404);
    });
  });

  describe('that is published by itself', () => {
    const OLD = { 'dashboard-metadata': { display_name: 'Before' }, booking: { kept: true } };

    // workspace 10.5
    it('is shown, in a version that has all else as it was', async () => {
      await draft({ 'dashboard-metadata': METADATA, assistant: assistant() });
      const first = await test
        .request()
        .post(pathOf(desk, 'publish'))
        .set(desk.admin)
        .set('Idempotency-Key', randomUUID())
        .set('If-Match', `"${(await draftOf())['etag'] as string}"`);
      expect(first.status, first.text).toBe(200);
      await draft({
        'dashboard-metadata': { ...METADATA, colour: '#1f6feb' },
        'testing-overrides': { enabled: false, greeting: 'Hello.' },
      });
      const response = await release();
      expect(response.status, response.text).toBe(200);
      expect(response.body).toMatchObject({ version_number: 2, source: 'publish', is_current: true });
      expect(await shown()).toMatchObject({
        display_name: 'Reception',
        colour: '#1f6feb',
        source: 'published',
        version_number: 2,
        has_unpublished_changes: false,
        draft: null,
      });
      const [before, after] = await versions();
      expect({ ...after!.sections, 'dashboard-metadata': null }).toEqual({
        ...before!.sections,
        'dashboard-metadata': null,
      });
      // The rest remains a draft, based on the published version.
      expect(await draftOf()).toMatchObject({
        base_version_number: 2,
        sections: { 'testing-overrides': { updated_by: desk.adminId } },
      });
    });

    it('leaves no draft behind where it held nothing else, and happens once per key', async () => {
      await draft({ 'dashboard-metadata': METADATA, assistant: assistant() });
      await test
        .request()
        .post(pathOf(desk, 'publish'))
        .set(desk.admin)
        .set('Idempotency-Key', randomUUID())
        .set('If-Match', `"${(await draftOf())['etag'] as string}"`)
        .expect(200);
      await draft({ 'dashboard-metadata': { ...METADATA, icon: 'headset' } });
      const key = randomUUID();
      const [first, second] = [
        await release(client, key).expect(200),
        await release(client, key).expect(200),
      ];
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(await versions()).toHaveLength(2);
      expect((await draftOf())['etag']).toBeNull();
    });

    // workspace 10.6
    it('waits for a first version: a customer does not make a project active', async () => {
      await draft({ 'dashboard-metadata': METADATA });
      const response = await release().expect(409);
      expect(response.body).toMatchObject({ error: { code: 'project_not_published' } });
      expect((await shown())['has_unpublished_changes']).toBe(true);
    });

    // workspace 10.6
    it('needs something new', async () => {
      await publish(test, desk, 1, OLD);
      expect((await release().expect(409)).body).toMatchObject({ error: { code: 'nothing_to_publish' } });
    });

    it('is refused with what is wrong with it', async () => {
      await publish(test, desk, 1, { 'dashboard-metadata': { display_name: 'Before' } });
      await draft({ 'dashboard-metadata': { timezone: 'Australia/Gotham' } });
      expect(fieldsOf(await release().expect(422))).toEqual([
        [expect.stringContaining('dashboard-metadata.timezone'), 'timezone_unknown'],
      ]);
      expect(await versions()).toHaveLength(1);
    });

    it('is not for an archived project, a key too short or a body that says something', async () => {
      await release(client, ' ').expect(400);
      expect(fieldsOf(await release().send({ force: true }).expect(422))).toHaveLength(1);
      await test.world.archive(desk.projectId);
      expect((await release().expect(409)).body).toMatchObject({ error: { code: 'project_archived' } });
      expect(await shown()).toMatchObject({ lifecycle_state: 'archived' });
    });
  });

  it('of a new project is what it was created with', async () => {
    const created = await test
      .request()
      .post('/v1/projects')
      .set(desk.admin)
      .set('Idempotency-Key', randomUUID())
      .send({
        display_name: 'Night desk',
        timezone: 'Australia/Perth',
        managed_client_id: desk.tenant.clientId,
      })
      .expect(201);
    const { project_id } = (created.body as { project: { project_id: string } }).project;
    expect(await shown(project_id)).toMatchObject({
      display_name: 'Night desk',
      timezone: 'Australia/Perth',
      draft: { configuration: { display_name: 'Night desk', timezone: 'Australia/Perth' } },
    });
  });
});
