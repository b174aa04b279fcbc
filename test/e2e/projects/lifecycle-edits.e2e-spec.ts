import { beforeEach, describe, expect, it } from 'vitest';
import { useSecondApp, useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { anOffice, aNewProject, codeOf, fieldsOf, pathOf, reread, send, snapshotOf } from './projecting.js';
import type { Headers, Snapshot } from './projecting.js';

describe('PATCH /v1/projects/{project_id}/lifecycle', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  /** Another process on the same store. */
  const other = useSecondApp(test, { clock });
  let project: Snapshot;

  /** The instant of the next change: a second after the last one. */
  const later = (): string => {
    clock.advance(1000);
    return clock.now().toISOString();
  };
  const edit = (fields: object, as: Headers = office.as, process = test) =>
    send(process, 'patch', pathOf(project, 'lifecycle'), as, {
      revision_token: project.project.revision_token,
      ...fields,
    });

  const office = perTest(() => anOffice(test));
  beforeEach(async () => {
    project = await aNewProject(test, office);
  });

  // projects 5.6, 5.3
  it('changes what was sent, and nothing else', async () => {
    const updated_at = later();
    const response = await edit({
      display_name: 'After hours',
      timezone: 'Pacific/Auckland',
      lifecycle_notes: 'First line\nand a second one',
      profile: { industry: 'Law' },
    }).expect(200);
    expect(response.body).toEqual({
      ...project,
      project: {
        ...project.project,
        display_name: 'After hours',
        timezone: 'Pacific/Auckland',
        revision_token: '2',
        updated_at,
        updated_by: office.admin.userId,
        lifecycle_notes: 'First line\nand a second one',
      },
      profile: { ...project.profile, industry: 'Law' },
      updated_at,
    });
    expect(await reread(test, office, project)).toEqual(response.body);
  });

  it('by a key names the key', async () => {
    const as = { 'X-API-Key': await test.world.aKey(office.tenant, 'partner_admin') };
    const { project: edited } = snapshotOf(await edit({ display_name: 'After hours' }, as).expect(200));
    expect(edited.updated_by).toMatch(/^[0-9a-f-]{36}$/);
    expect(edited.updated_by).not.toBe(office.admin.userId);
  });

  // projects 5.7
  it('leaves what is not sent of the profile, and takes away what is null', async () => {
    const first = snapshotOf(await edit({ profile: { tags: ['pilot'], industry: 'Law' } }).expect(200));
    project = first;
    const second = snapshotOf(await edit({ profile: { industry: null, language: 'mi' } }).expect(200));
    expect(second.profile).toEqual({ ...first.profile, industry: null, language: 'mi' });
  });

  it('keeps an active project active', async () => {
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE project_id = $1`, [
      project.project.project_id,
    ]);
    const { project: edited } = snapshotOf(await edit({ display_name: 'After hours' }).expect(200));
    expect(edited.lifecycle_state).toBe('active');
  });

  it.each<[string, object]>([
    ['body', {}],
    ['revision_token', { revision_token: undefined, display_name: 'After hours' }],
    ['revision_token', { revision_token: 1, display_name: 'After hours' }],
    ['display_name', { display_name: 'ab' }],
    ['display_name', { display_name: 'x'.repeat(121) }],
    ['display_name', { display_name: null }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['lifecycle_notes', { lifecycle_notes: 'x'.repeat(501) }],
    ['lifecycle_notes', { lifecycle_notes: 'a\0b' }],
    ['lifecycle_notes', { lifecycle_notes: null }],
    ['profile.contact', { profile: { contact: 'Robin Hale' } }],
    ['lifecycle_state', { lifecycle_state: 'active' }],
    ['latest_published_version', { latest_published_version: 3 }],
  ])('names %s when it is wrong, and changes nothing: %j', async (field, fields) => {
    const response = await edit(fields).expect(422);
    expect(codeOf(response)).toBe('validation_error');
    expect(fieldsOf(response)).toEqual([field]);
    expect((await reread(test, office, project)).project).toEqual(project.project);
  });

  // projects 5.4
  it.each(['2', '0', '', 'soon', '01', '1.0', ' 1', '99999999999999999999'])(
    'refuses a revision that is not the current one: %j',
    async (revision_token) => {
      const response = await edit({ revision_token, display_name: 'After hours' });
      expect([response.status, codeOf(response)]).toEqual(
        revision_token === '' ? [422, 'validation_error'] : [409, 'conflict'],
      );
      expect((await reread(test, office, project)).project).toEqual(project.project);
    },
  );

  // Fails if the revision is compared before the project is locked: one of each process would have
  // passed. projects 5.4
  it('lets one of twenty edits of one revision through', async () => {
    const { project_id } = project.project;
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const answers = await withClient(test.databases.superuser.metadataUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT FROM projects WHERE project_id = $1 FOR UPDATE`, [project_id]);
      const all = Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          edit({ display_name: `Edit ${index}` }, office.as, index % 2 === 0 ? test : other).then(
            (response) => response,
          ),
        ),
      );
      await eventually(async () => expect(await test.world.sql(waiting)).toHaveLength(2));
      await client.query('COMMIT');
      return all;
    });
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
      Array.from({ length: 19 }, () => 409),
    );
    const { project: now } = await reread(test, office, project);
    expect(now).toEqual(snapshotOf(won!).project);
    expect(now.revision_token).toBe('2');
  });

  // projects 5.6
  it('needs no idempotency key, and honours one', async () => {
    const body = { revision_token: '1', display_name: 'After hours' };
    const patch = () => test.request().patch(pathOf(project, 'lifecycle')).set(office.as);
    const first = await patch().set('Idempotency-Key', 'once').send(body).expect(200);
    const again = await patch().set('Idempotency-Key', 'once').send(body).expect(200);
    expect(again.body).toEqual(first.body);
    await patch().send(body).expect(409);
    await patch()
      .send({ ...body, revision_token: '2' })
      .expect(200);
  });
});
