import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { cloneInto, draftEtagIn } from './cloning.js';
import type { Cloned } from './cloning.js';
import { codeOf, fieldsOf, historyOf, sectionOf } from './editing.js';
import type { ProjectFixture } from './editing.js';
import { anEmptyProject, exported, makeSecrets, saveEverything } from './filing.js';
import type { Incoming } from './filing.js';
import {
  auditOf,
  booking,
  bookingWith,
  draftEtag,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

describe('a configuration that is cloned', () => {
  const test = useSharedApp();
  let organisationId: string;
  let person: TestUser;
  let desk: ProjectFixture;

  beforeEach(async () => {
    organisationId = `organisation-${randomUUID()}`;
    const tenant = await test.world.aTenant();
    person = await test.world.aPerson();
    await test.world.assign(person, tenant, { role: 'partner_admin', organisationId, isDefault: true });
    desk = await deskIn(tenant);
  });

  /** A project of the tenant, and the person in the tenant's environment. */
  const deskIn = async (tenant: TestTenant): Promise<ProjectFixture> => ({
    tenant,
    projectId: await test.world.aProject(tenant, { lifecycleState: 'setup' }),
    admin: bearer(person.token(tenant.dataEnv)),
    adminId: person.userId,
  });
  /** A project of another tenant in which the person has this role. */
  const elsewhere = async (
    options: Partial<TestTenant> = {},
    role: 'partner_admin' | 'partner_user' | null = 'partner_admin',
    through = organisationId,
  ): Promise<ProjectFixture> => {
    const tenant = await test.world.aTenant(options);
    if (role) await test.world.assign(person, tenant, { role, organisationId: through });
    return deskIn(tenant);
  };
  const clone = (into: ProjectFixture, ...more: Cloned): Test => cloneInto(test, desk, into, ...more);
  /** A person of another tenant names that tenant to read. */
  const shown = async (section: string, of: ProjectFixture) =>
    sectionOf(await send(test, of, 'get', `${section}?client_id=${of.tenant.clientId}`).expect(200));
  const etagOf = (of: ProjectFixture) => draftEtagIn(test, of);

  // workspace 12.9
  it('is in the draft of the other project, as it is drafted or published here, and nothing changes here', async () => {
    const names = await saveEverything(test, desk);
    await makeSecrets(test, desk, names);
    await publishDraft(test, desk);
    const version = (await send(test, desk, 'get', 'versions/1').expect(200)).body as object;
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const mine = await exported(test, desk);
    const other = await anEmptyProject(test, desk);
    const response = await clone(other, { source: 'published' }).expect(200);
    const answer = response.body as Incoming;
    expect(answer).toMatchObject({ project_id: other.projectId, dry_run: false, status: 'blocked' });
    expect(answer.missing_secrets).toEqual(names);
    expect(response.get('ETag')).toBe(`"${answer.etag}"`);
    expect((await exported(test, other)).sections).toEqual(
      (await exported(test, desk, 'published')).sections,
    );
    await clone(other, {}, { etag: answer.etag }).expect(200);
    expect((await exported(test, other)).sections).toEqual(mine.sections);
    expect(await exported(test, desk)).toEqual(mine);
    expect((await send(test, desk, 'get', 'versions/1').expect(200)).body).toEqual(version);
  });

  // workspace 12.10, 12.13
  it('goes to another client of the organisation, and is sealed with its keys', async () => {
    await makeSecret(test, desk, 'CALENDAR_TOKEN', 'sk-canary-of-a-value').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR_TOKEN'));
    const { configuration } = await shown('email-delivery', desk);
    await save(test, desk, 'email-delivery', { ...configuration, reply_to: 'front.office@example.com' });
    const other = await elsewhere();
    const answer = (await clone(other).expect(200)).body as Incoming;
    expect(answer).toMatchObject({ project_id: other.projectId, missing_secrets: ['CALENDAR_TOKEN'] });
    expect((await shown('email-delivery', other)).configuration).toMatchObject({
      reply_to: 'front.office@example.com',
    });
    expect((await shown('booking', other)).configuration).toEqual(bookingWith('CALENDAR_TOKEN'));
    const stored = await test.world.sql<{ text: string }>(
      `SELECT configuration::text AS text FROM project_draft_sections WHERE project_id = $1
        UNION ALL SELECT configuration::text FROM project_section_edits WHERE project_id = $1
        UNION ALL SELECT response_body FROM idempotency_records WHERE operation = 'workspace.configuration.clone'`,
      [other.projectId],
    );
    expect(stored.length).toBeGreaterThan(3);
    for (const { text } of stored) expect(text).not.toMatch(/front\.office|sk-canary/);
    expect(
      await test.world.sql(`SELECT 1 FROM project_secrets WHERE project_id = $1`, [other.projectId]),
    ).toEqual([]);
  });

  // workspace 12.10; access 2.4
  it('goes to another environment, where the person is assigned there', async () => {
    await save(test, desk, 'booking', booking());
    const staging = await elsewhere({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    await clone(staging, {}, { client_id: undefined }).expect(200);
    expect((await shown('booking', staging)).configuration).toEqual(booking());
    await test.world.sql(
      `UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1 AND data_env = 'staging'`,
      [person.userId],
    );
    const etag = await test.world.sql<{ etag: string }>(
      `SELECT etag FROM project_drafts WHERE project_id = $1`,
      [staging.projectId],
    );
    await clone(staging, {}, { etag: etag[0]!.etag }).expect(404);
  });

  // workspace 12.15; requests 8.1
  it('is limited to 60 in 60 seconds of a person', async () => {
    const refused = await Promise.all(Array.from({ length: 60 }, () => clone(desk)));
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 422));
    const limited = await clone(desk).expect(429);
    expect(codeOf(limited)).toBe('rate_limited');
    expect(limited.get('RateLimit-Policy')).toBe('"caller";q=60;w=60');
  });

  // workspace 12.10; access 6.1
  it('goes nowhere else: what is foreign is as absent', async () => {
    await save(test, desk, 'booking', booking());
    const stranger = await test.world.aTenant();
    const targets: [string, ProjectFixture, object?][] = [
      ['a project of a foreign client', await elsewhere({}, null)],
      ['as a reader there', await elsewhere({}, 'partner_user')],
      ['through another organisation', await elsewhere({}, 'partner_admin', `organisation-${randomUUID()}`)],
      ['an environment without an assignment', await elsewhere({ ...desk.tenant, dataEnv: 'dev' }, null)],
      ['a project that is not there', { ...desk, projectId: 'nowhere-k3vq72' }],
      ['a project of another client by its id', desk, { project_id: (await deskIn(stranger)).projectId }],
      ['a client that is not there', desk, { client_id: 'nobody' }],
    ];
    const said = (response: Response): string => response.text.replace(/"request_id":"[^"]*"/, '');
    const absent = said(await clone({ ...desk, projectId: 'absent-k3vq72' }).expect(404));
    for (const [what, into, target] of targets) {
      const refused = await clone(into, {}, target);
      expect([what, refused.status, said(refused)]).toEqual([what, 404, absent]);
    }
    expect(
      await test.world.sql(`SELECT 1 FROM project_drafts WHERE client_id = $1`, [stranger.clientId]),
    ).toEqual([]);
  });

  // workspace 12.10; access 3.3
  it('stays with its client and environment where a key asks, without what people alone may write', async () => {
    const names = await saveEverything(test, desk);
    expect(names).not.toEqual([]);
    const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin', { organisationId }) };
    const other = await anEmptyProject(test, desk);
    const answer = (await clone(other, {}, {}, { as }).expect(200)).body as Incoming;
    expect(answer.changed_sections).not.toContain('governance');
    expect(answer.changed_sections).not.toContain('testing-overrides');
    expect(await shown('governance', other)).toMatchObject({ source: 'default' });
    await clone(await elsewhere(), {}, {}, { as }).expect(404);
    const staging = await elsewhere({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    await clone(staging, {}, {}, { as }).expect(404);
  });

  // workspace 12.10; access 8.1
  it('is shut out by the networks of the target', async () => {
    const other = await elsewhere();
    await test.world.sql(`INSERT INTO tenant_ip_allowlist VALUES ($1, 'prod', '203.0.113.0/24')`, [
      other.tenant.clientId,
    ]);
    expect(codeOf(await clone(other).expect(403))).toBe('ip_allowlist_restricted');
  });

  // workspace 12.11
  it('into a project that somebody edits at that moment is one 409, and nothing half', async () => {
    const names = await saveEverything(test, desk);
    expect(names).not.toEqual([]);
    const other = await elsewhere();
    const edit = (closed: string) =>
      send(test, other, 'put', `booking?client_id=${other.tenant.clientId}`, {
        body: { configuration: booking([closed]) },
      });
    await edit('2026-12-24').expect(200);
    expect(codeOf(await clone(other).expect(428))).toBe('precondition_required');
    const etag = await etagOf(other);
    await edit('2026-12-25').expect(200);
    const stale = await clone(other, {}, { etag }).expect(409);
    expect(stale.body).toMatchObject({
      error: {
        code: 'conflict',
        details: { stale: { guard: 'target.etag', sent: etag, changed_paths: ['booking.closed_dates.0'] } },
      },
    });
    expect((await historyOf(test, other)).map(({ section }) => section)).toEqual(['booking', 'booking']);
    const now = await etagOf(other);
    const [cloned, edited] = await Promise.all([clone(other, {}, { etag: now }), edit('2026-12-26')]);
    expect(edited.status).toBe(200);
    expect([200, 409]).toContain(cloned.status);
    const sections = (await historyOf(test, other)).map(({ section }) => section);
    const { changed_sections: all = [] } = cloned.body as Partial<Incoming>;
    expect(sections.length).toBe(3 + all.length);
  });

  // workspace 12.12
  it('names the secrets that the target has', async () => {
    await save(test, desk, 'booking', bookingWith('CALENDAR_TOKEN'));
    const other = await elsewhere();
    await send(test, other, 'post', `secrets?client_id=${other.tenant.clientId}`, {
      body: { secret_name: 'OURS', value: 'a-value-of-ours' },
    }).expect(200);
    const twice = { secrets: { CALENDAR_TOKEN: 'OURS' }, secret_names: { CALENDAR_TOKEN: 'OURS' } };
    expect(fieldsOf(await clone(other, twice).expect(422))).toEqual([['secrets', 'names_twice']]);
    const named = await clone(other, { secret_names: { NONE: 'OURS' } }).expect(422);
    expect(fieldsOf(named)).toEqual([['secret_names.NONE', 'secret_unknown']]);
    const unknown = await clone(other, { secrets: { NONE: 'OURS' } }).expect(422);
    expect(fieldsOf(unknown)).toEqual([['secrets.NONE', 'secret_unknown']]);
    const answer = (await clone(other, { secret_names: { CALENDAR_TOKEN: 'OURS' } }).expect(200))
      .body as Incoming;
    expect(answer.missing_secrets).toEqual([]);
    expect((await shown('booking', other)).configuration).toEqual(bookingWith('OURS'));
  });

  // workspace 12.9
  it.each([
    ['into itself', {}, {}, ['target.project_id', 'same_project']],
    [
      'of what is not published',
      { source: 'published' },
      { project_id: 'nowhere' },
      ['source', 'not_published'],
    ],
    ['of something else', { source: 'live' }, {}, ['source', null]],
    ['with a field there is not', { more: 1 }, {}, ['more', null]],
    ['into an environment there is not', {}, { data_env: 'test' }, ['target.data_env', null]],
    ['with an id that is none', {}, { project_id: 7 }, ['target.project_id', null]],
    ['with a name of a secret that is none', { secret_names: { A: 'a b' } }, {}, ['secret_names.A', null]],
    ['with one by the old name', { secrets: { A: 'a b' } }, {}, ['secrets.A', null]],
  ])('is refused %s', async (_, more, target, [field, code]) => {
    const refused = await clone(desk, more, target).expect(422);
    const [found] = fieldsOf(refused);
    expect(found![0]).toBe(field);
    if (code !== null) expect(found![1]).toBe(code);
  });

  // workspace 12.13; requests 5.3
  it.each([
    ['the same client', () => anEmptyProject(test, desk)],
    ['another client', () => elsewhere()],
  ])('is cloned once under a key, into a project of %s', async (_, into) => {
    await save(test, desk, 'booking', booking());
    const other = await into();
    await clone(other, {}, {}, { key: null }).expect(400);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => clone(other, {}, {}, { key: 'clone-once' })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await historyOf(test, other)).toHaveLength(1);
    const again = await clone(other, {}, {}, { key: 'clone-once' }).expect(200);
    expect([again.get('Idempotent-Replayed'), again.text]).toEqual(['true', done[0]!.text]);
    expect(
      (await auditOf(test, other, 'project_configuration.cloned')).map(({ metadata }) => metadata),
    ).toEqual([
      {
        project_id: other.projectId,
        from_client_id: desk.tenant.clientId,
        from_data_env: 'prod',
        from_project_id: desk.projectId,
        sections: 'booking',
        etag: (done[0]!.body as Incoming).etag,
        previous_etag: null,
      },
    ]);
    expect(await auditOf(test, desk, 'project_configuration.exported')).toHaveLength(1);
    expect(await draftEtag(test, desk)).toMatch(/^"/);
  });
});
