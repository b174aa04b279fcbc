import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import {
  auditOf,
  bookingWith,
  booking,
  brokenBooking,
  draftEtag,
  makeSecret,
  completeDraft,
  publishDraft,
  save,
  send,
} from './releasing.js';
import type { Version } from './releasing.js';

const NOW = '2026-10-31T04:12:09.000Z';

/**
 * Canonical JSON as RFC 8785 has it for these values: written again here, so that the hash is
 * checked from outside.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`);
  return `{${parts.join(',')}}`;
}

describe('publishing a draft', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;

  beforeEach(async () => {
    clock.set(NOW);
    desk = await aProjectFixture(test);
    await completeDraft(test, desk);
  });

  interface Project {
    readonly lifecycle_state: string;
    readonly revision: number;
    readonly latest_published_version: number | null;
    readonly updated_by: string | null;
  }
  const project = async (): Promise<Project> =>
    (
      await test.world.sql<Project>(
        `SELECT lifecycle_state, revision, latest_published_version, updated_by FROM projects WHERE project_id = $1`,
        [desk.projectId],
      )
    )[0]!;
  const versions = async (): Promise<Version[]> =>
    ((await send(test, desk, 'get', 'versions').expect(200)).body as { items: Version[] }).items;
  const sectionsOf = async (number: number) =>
    (
      (await send(test, desk, 'get', `versions/${number}`).expect(200)).body as {
        sections: Record<string, Record<string, unknown>>;
      }
    ).sections;
  const setState = (state: string) =>
    test.world.sql(`UPDATE projects SET lifecycle_state = $2 WHERE project_id = $1`, [desk.projectId, state]);
  const publish = (sent: Parameters<typeof send>[4] = {}) => send(test, desk, 'post', 'publish', sent);

  // workspace 5.2, 5.5, 5.7
  it('makes version 1 of every section and the project active', async () => {
    await save(test, desk, 'booking', booking());
    const version = await publishDraft(test, desk, { change_note: 'First.\nOf many.' });
    expect(version).toEqual({
      version_number: 1,
      published_at: NOW,
      published_by: desk.adminId,
      change_note: 'First.\nOf many.',
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      source: 'publish',
      rolled_back_from: null,
      is_current: true,
      state: 'current',
    });
    expect(await project()).toEqual({
      lifecycle_state: 'active',
      revision: 2,
      latest_published_version: 1,
      updated_by: desk.adminId,
    });
    const sections = await sectionsOf(1);
    expect(Object.keys(sections).sort()).toEqual(OWN_SECTIONS.map(({ name }) => name).sort());
    expect(sections['booking']).toEqual(booking());
    expect(sections['email-delivery']).toEqual(
      OWN_SECTIONS.find(({ name }) => name === 'email-delivery')!.defaults,
    );
    expect(version.content_hash).toBe(createHash('sha256').update(canonical(sections)).digest('hex'));
  });

  // workspace 5.5, 1.2
  it('leaves no draft, and the sections as published', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const draft = await send(test, desk, 'get', 'draft').expect(200);
    expect(draft.body).toMatchObject({ etag: null, base_version_number: 1 });
    const section = await send(test, desk, 'get', 'booking').expect(200);
    expect(section.body).toMatchObject({ source: 'published', configuration: booking() });
  });

  it('counts versions on, each with what changed and what did not', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    clock.advance(60_000);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const second = await publishDraft(test, desk);
    expect(second).toMatchObject({
      version_number: 2,
      change_note: null,
      published_at: '2026-10-31T04:13:09.000Z',
    });
    expect(await sectionsOf(1)).toEqual({ ...(await sectionsOf(2)), booking: booking() });
    expect((await versions()).map((it) => [it.version_number, it.is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(await project()).toMatchObject({ lifecycle_state: 'active', revision: 3 });
  });

  it('takes a body or none', async () => {
    await save(test, desk, 'booking', booking());
    await publish({ ifMatch: await draftEtag(test, desk) }).expect(200);
  });

  // workspace 5.2
  it('needs an idempotency key and is done once under it', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    await publish({ ifMatch, key: null }).expect(400);
    const first = await publish({ ifMatch, key: 'the-one' }).expect(200);
    const second = await publish({ ifMatch, key: 'the-one' }).expect(200);
    expect(second.body).toEqual(first.body);
    expect(second.get('Idempotent-Replayed')).toBe('true');
    expect(await versions()).toHaveLength(1);
  });

  // workspace 5.3
  it.each([
    ['no etag', undefined, 428, 'precondition_required'],
    ['a star', '*', 428, 'precondition_required'],
    ['another etag', '"0123456789abcdef01234567"', 409, 'conflict'],
    ['a weak etag', 'W/"0123456789abcdef01234567"', 409, 'conflict'],
    ['no header of the kind', '"open', 400, 'validation_failed'],
  ])('is refused with %s', async (_, ifMatch, status, code) => {
    await save(test, desk, 'booking', booking());
    const refused = await publish(ifMatch === undefined ? {} : { ifMatch });
    expect([refused.status, codeOf(refused)]).toEqual([status, code]);
    expect(await versions()).toEqual([]);
  });

  // workspace 5.3
  it('is refused when somebody has edited the draft meanwhile, and nothing of either is lost', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await publish({ ifMatch }).expect(409);
    await publishDraft(test, desk);
    expect((await sectionsOf(1))['booking']).toEqual(booking(['2026-12-25']));
  });

  it('is won by one of many at once', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    const answers = await Promise.all(Array.from({ length: 6 }, () => publish({ ifMatch })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await versions()).toHaveLength(1);
  });

  // workspace 5.4; errors 2.9
  it('is refused with every error of every section, and keeps the draft', async () => {
    await save(test, desk, 'booking', { ...brokenBooking(), ...bookingCalendar('NOWHERE') });
    await save(test, desk, 'email-delivery', {
      ...OWN_SECTIONS.find(({ name }) => name === 'email-delivery')!.defaults,
      enabled: true,
    });
    const validated = await send(test, desk, 'post', 'validate').expect(200);
    const found = (
      validated.body as {
        status: string;
        sections: { section: string; findings: { severity: string; path: string; code: string }[] }[];
      }
    ).sections.flatMap(({ section, findings }) =>
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ path, code }) => [path === '' ? section : `${section}.${path}`, code]),
    );
    const ifMatch = await draftEtag(test, desk);
    const refused = await publish({ ifMatch }).expect(422);
    expect(codeOf(refused)).toBe('validation_error');
    expect(fieldsOf(refused)).toEqual(found);
    expect(fieldsOf(refused)).toEqual(
      expect.arrayContaining([
        ['booking.weekly_hours.0.closes', 'hours_reversed'],
        ['booking.calendar.credential', 'secret_missing'],
      ]),
    );
    expect(new Set(found.map(([field]) => field!.split('.')[0]))).toEqual(
      new Set(['booking', 'email-delivery']),
    );
    expect(await draftEtag(test, desk)).toBe(ifMatch);
    expect(await project()).toMatchObject({ lifecycle_state: 'setup', latest_published_version: null });
  });

  const bookingCalendar = (name: string) => {
    const { calendar } = bookingWith(name);
    return { calendar };
  };

  // workspace 5.6
  it('is refused where there is neither a draft nor anything new', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const without = await publish();
    expect([without.status, codeOf(without)]).toEqual([409, 'nothing_to_publish']);
    expect(await versions()).toHaveLength(1);
  });

  // workspace 5.6
  it('makes a restored project active again, also without a change', async () => {
    await save(test, desk, 'booking', booking());
    const first = await publishDraft(test, desk);
    await setState('setup');
    const again = (await publish().expect(200)).body as Version;
    expect(again).toMatchObject({ version_number: 2, content_hash: first.content_hash });
    expect(await project()).toMatchObject({ lifecycle_state: 'active', latest_published_version: 2 });
  });

  // projects 5.2
  it('is refused of an archived project', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    await setState('archived');
    const refused = await publish({ ifMatch });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'project_archived']);
    await send(test, desk, 'post', 'validate').expect(200);
  });

  it.each([
    ['a note of 501 characters', { change_note: 'x'.repeat(501) }, 'change_note'],
    ['a note that is null', { change_note: null }, 'change_note'],
  ])('is refused with %s', async (_, body, field) => {
    await save(test, desk, 'booking', booking());
    const refused = await publish({ ifMatch: await draftEtag(test, desk), body }).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
  });

  it('keeps which secrets it refers to, and no draft makes it forget them', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    const [row] = await test.world.sql<{ secret_names: string[] }>(
      `SELECT secret_names FROM project_versions WHERE project_id = $1`,
      [desk.projectId],
    );
    expect(row).toEqual({ secret_names: ['CALENDAR'] });
  });

  // workspace 5.13
  it('leaves an audit row with version and hash, and none when it is refused', async () => {
    await save(test, desk, 'booking', booking());
    await publish().expect(428);
    const etag = await draftEtag(test, desk);
    const version = await publishDraft(test, desk);
    expect(await auditOf(test, desk, 'project.published')).toEqual([
      {
        action: 'project.published',
        actor_id: desk.adminId,
        metadata: {
          project_id: desk.projectId,
          version_number: 1,
          content_hash: version.content_hash,
          draft_etag: JSON.parse(etag) as string,
        },
      },
    ]);
  });

  // workspace 5.12
  it('makes its governance effective, and has the runtime confirm what differs in it', async () => {
    const governed = () =>
      test.world.sql(
        `SELECT g.version_number, g.transcript_retention_days, c.projection
           FROM project_governance g JOIN project_compliance c USING (client_id, data_env, project_id)
          WHERE g.project_id = $1`,
        [desk.projectId],
      );
    const governance = OWN_SECTIONS.find(({ name }) => name === 'governance')!.defaults;
    const keep = (days: number | null) =>
      send(test, desk, 'put', 'governance/draft', {
        body: {
          configuration: {
            ...governance,
            retention: { transcript_retention_days: days, audio_retention: null },
          },
        },
      }).expect(200);
    await keep(90);
    await publishDraft(test, desk);
    expect(await governed()).toEqual([
      { version_number: 1, transcript_retention_days: 90, projection: 'pending' },
    ]);
    await test.world.compliance(desk.tenant, desk.projectId, 'confirmed');
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    expect(await governed()).toEqual([
      { version_number: 2, transcript_retention_days: 90, projection: 'confirmed' },
    ]);
    await keep(30);
    await publishDraft(test, desk);
    expect(await governed()).toEqual([
      { version_number: 3, transcript_retention_days: 30, projection: 'pending' },
    ]);
  });
});
