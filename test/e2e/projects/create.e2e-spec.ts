import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer } from '../access/callers.js';
import { anOffice, aNewProject, aRequest, codeOf, fieldsOf, pathOf, send, snapshotOf } from './projecting.js';
import type { Headers } from './projecting.js';

describe('POST /v1/projects', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });

  const create = (body: object, as: Headers = office.as) => send(test, 'post', '/v1/projects', as, body);
  const rowsOf = (table: string, projectId: string) =>
    test.world.sql<Record<string, unknown>>(`SELECT * FROM ${table} WHERE project_id = $1`, [projectId]);
  const projectsOf = async () =>
    (
      await test.world.sql<{ project_id: string }>(`SELECT project_id FROM projects WHERE client_id = $1`, [
        office.tenant.clientId,
      ])
    ).map(({ project_id }) => project_id);

  const office = perTest(() => anOffice(test));

  // projects 3.1, 3.2, 4.1, 4.4, 4.5
  it('answers 201 with the snapshot of a project in setup', async () => {
    const response = await create(
      aRequest(office, { profile: { tags: ['pilot'], industry: 'Dental care', language: 'en-AU' } }),
    ).expect(201);
    const now = clock.now().toISOString();
    const { clientId: client_id } = office.tenant;
    const { userId } = office.admin;
    expect(response.body).toEqual({
      project: {
        project_id: expect.stringMatching(new RegExp(`^${client_id}-front-desk-[a-z2-7]{6}$`)) as string,
        client_id,
        display_name: 'Front desk',
        timezone: 'Australia/Sydney',
        lifecycle_state: 'setup',
        revision_token: '1',
        latest_published_version: null,
        draft_status: 'draft',
        publish_status: 'not_published',
        created_at: now,
        updated_at: now,
        created_by: userId,
      },
      profile: {
        tags: ['pilot'],
        industry: 'Dental care',
        use_case: null,
        description: null,
        language: 'en-AU',
      },
      permissions: {
        can_create: true,
        can_edit: true,
        can_archive: true,
        can_restore: false,
        can_manage_assignments: true,
        read_only_reason: null,
      },
      assignments: [
        {
          assignment_id: expect.any(String) as string,
          member_id: userId,
          display_name: office.admin.subject,
          role_visibility: 'manage',
          assignment_note: null,
          assigned_by: userId,
          created_at: now,
          assignment_revision_token: '1',
        },
      ],
      available_members: [],
      updated_at: now,
    });
  });

  // projects 4.4
  it('begins a draft with the name and the time zone', async () => {
    const { project } = await aNewProject(test, office);
    const [draft] = await rowsOf('project_drafts', project.project_id);
    const sections = await rowsOf('project_draft_sections', project.project_id);
    expect(draft).toMatchObject({ base_version_number: null, updated_by: office.admin.userId });
    expect(sections).toMatchObject([
      {
        section: 'dashboard-metadata',
        configuration: { display_name: 'Front desk', timezone: 'Australia/Sydney' },
      },
    ]);
  });

  // projects 4.5, 3.7
  it('by a key assigns nobody and offers no members', async () => {
    const as = { 'X-API-Key': await test.world.aKey(office.tenant, 'partner_admin') };
    const { assignments, available_members, permissions, project } = snapshotOf(
      await create(aRequest(office), as).expect(201),
    );
    expect({ assignments, available_members }).toEqual({ assignments: [], available_members: null });
    expect(permissions).toMatchObject({ can_edit: true, can_manage_assignments: false });
    expect(project.created_by).not.toBe(office.admin.userId);
  });

  it('makes the project in the environment of its caller alone', async () => {
    const staging = await test.world.aTenant({ ...office.tenant, dataEnv: 'staging' });
    const as = { 'X-API-Key': await test.world.aKey(staging, 'partner_admin') };
    const made = snapshotOf(await create(aRequest(office), as).expect(201));
    await send(test, 'get', pathOf(made, 'lifecycle'), as).expect(200);
    await send(test, 'get', pathOf(made, 'lifecycle'), office.as).expect(404);
  });

  // projects 4.1; requests 4.6
  it.each([
    ['受付窓口', '受付窓口'],
    ['emoji', '☎️ ☎️ ☎️'],
    ['the shortest', 'abc'],
    ['the longest', 'n'.repeat(120)],
    ['the longest, of two units a sign', '😀'.repeat(120)],
  ])('takes a name in any script and gives it back as it was sent: %s', async (_, display_name) => {
    const made = await aNewProject(test, office, { display_name });
    expect(made.project.display_name).toBe(display_name);
    await send(test, 'get', pathOf(made, 'lifecycle'), office.as).expect(200);
  });

  const text = (length: number): string => 'x'.repeat(length);
  it.each<[string, object]>([
    ['display_name', { display_name: undefined }],
    ['display_name', { display_name: 'ab' }],
    ['display_name', { display_name: text(121) }],
    ['display_name', { display_name: '   ' }],
    ['display_name', { display_name: 'Front\0desk' }],
    ['display_name', { display_name: null }],
    ['display_name', { display_name: 12345 }],
    ['timezone', { timezone: undefined }],
    ['timezone', { timezone: '+10:00' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['managed_client_id', { managed_client_id: undefined }],
    ['managed_client_id', { managed_client_id: 7 }],
    ['profile', { profile: 'dental' }],
    ['profile', { profile: null }],
    ['profile', { profile: [] }],
    ['profile.contact', { profile: { contact: 'Robin Hale' } }],
    ['profile.constructor', { profile: { constructor: 'Robin Hale' } }],
    ['profile.tags', { profile: { tags: 'pilot' } }],
    ['profile.tags', { profile: { tags: null } }],
    ['profile.tags', { profile: { tags: [''] } }],
    ['profile.tags', { profile: { tags: [text(41)] } }],
    ['profile.tags', { profile: { tags: ['one', { two: 2 }] } }],
    ['profile.tags', { profile: { tags: ['pilot', 'pilot'] } }],
    ['profile.tags', { profile: { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) } }],
    ['profile.description', { profile: { description: text(501) } }],
    ['profile.language', { profile: { language: 'Klingon?' } }],
    ['lifecycle_state', { lifecycle_state: 'active' }],
  ])('names %s when it is wrong, and makes nothing: %j', async (field, fields) => {
    const response = await create(aRequest(office, fields)).expect(422);
    expect(codeOf(response)).toBe('validation_error');
    expect(fieldsOf(response)).toEqual([field]);
    expect(await projectsOf()).toEqual([]);
  });

  // projects 3.4
  it('takes a profile up to its limits', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(40, 'x'));
    const profile = { tags, description: `${text(499)}\n`, industry: null };
    const made = await aNewProject(test, office, { profile });
    expect(made.profile).toMatchObject(profile);
  });

  // projects 4.2
  it('for a foreign client is answered like for one that does not exist', async () => {
    const foreign = await anOffice(test);
    const [first, second] = [
      await create(aRequest(office, { managed_client_id: foreign.tenant.clientId })),
      await create(aRequest(office, { managed_client_id: 'client-nowhere' })),
    ];
    expect(first.status).toBe(404);
    expect(essence(first)).toEqual(essence(second));
  });

  it('of a person with several clients is for the chosen one, which the body must name', async () => {
    const other = await test.world.aTenant();
    await test.world.assign(office.admin, other, {
      role: 'partner_admin',
      organisationId: office.organisationId,
    });
    const forOther = (clientId: string) =>
      send(test, 'post', `/v1/projects?client_id=${clientId}`, office.as, {
        ...aRequest(office),
        managed_client_id: other.clientId,
      });
    await forOther(office.tenant.clientId).expect(404);
    const made = snapshotOf(await forOther(other.clientId).expect(201));
    expect(made.project.client_id).toBe(other.clientId);
  });

  describe('and its idempotency key', () => {
    const post = (body: object, key?: string) => {
      const request = test.request().post('/v1/projects').set(office.as);
      return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
    };

    // projects 4.1; requests 5.2
    it('is required, in the header or in the body', async () => {
      await post(aRequest(office)).expect(400);
      await post(aRequest(office), 'in-the-header').expect(201);
      await post(aRequest(office, { idempotency_key: 'in-the-body' })).expect(201);
      expect(await projectsOf()).toHaveLength(2);
    });

    // requests 5.1
    it.each(['', 'x'.repeat(129), 'two words'])('is 1 to 128 visible characters: %j is 400', async (key) => {
      const response = await post(aRequest(office, { idempotency_key: key })).expect(400);
      expect(codeOf(response)).toBe('validation_failed');
      await post(aRequest(office, { idempotency_key: 'x'.repeat(128) })).expect(201);
    });

    // requests 5.3
    it('makes a repetition answer what the first request did', async () => {
      const first = await post(aRequest(office), 'once').expect(201);
      const second = await post(aRequest(office), 'once').expect(201);
      expect(second.body).toEqual(first.body);
      expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect(await projectsOf()).toHaveLength(1);
    });

    it('is not good for another body', async () => {
      await post(aRequest(office), 'once').expect(201);
      const other = await post(aRequest(office, { display_name: 'After hours' }), 'once').expect(422);
      expect(codeOf(other)).toBe('idempotency_key_reuse');
    });

    it('is free again after a request that failed', async () => {
      await post(aRequest(office, { timezone: 'Mars/Olympus' }), 'once').expect(422);
      await post(aRequest(office), 'once').expect(201);
    });

    // Fails if the key is looked up before it is reserved, or if the project commits without the
    // response.
    it('lets fifty requests at once make one project', async () => {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => post(aRequest(office), key).then((response) => response)),
      );
      const [projectId, ...others] = await projectsOf();
      expect(others).toEqual([]);
      const made = answers.filter(({ status }) => status === 201);
      expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
      expect(new Set(made.map((answer) => snapshotOf(answer).project.project_id))).toEqual(
        new Set([projectId]),
      );
      expect(answers.filter(({ status }) => status !== 201).map(codeOf)).toEqual(
        answers.filter(({ status }) => status === 409).map(() => 'conflict'),
      );
    });
  });

  // projects 4.1
  it('is for partner_admin alone: a partner_user sees nothing there', async () => {
    const user = await test.world.aUser(office.tenant, { role: 'partner_user' });
    await create(aRequest(office), bearer(user.token())).expect(404);
  });
});
