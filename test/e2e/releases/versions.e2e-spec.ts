import { describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import {
  aProjectFixture,
  useProjectFixture,
  codeOf,
  fieldsOf,
  type ProjectFixture,
} from '../configuration/editing.js';
import { auditOf, booking, bookingWith, makeSecret, publishDraft, save, send } from './releasing.js';
import type { Version } from './releasing.js';

const test = useSharedApp();

/** Requests about the versions of a project. */
const versionsOf = (desk: ProjectFixture) => ({
  get: (path: string) => send(test, desk, 'get', path),
  rollback: (body: object, key?: string) =>
    send(test, desk, 'post', 'rollback', { body, ...(key === undefined ? {} : { key }) }),
  publishBooking: async (configuration: object): Promise<Version> => {
    await save(test, desk, 'booking', configuration);
    return publishDraft(test, desk);
  },
});

describe('versions of a project', () => {
  const desk = useProjectFixture(test);
  const { get, rollback, publishBooking } = versionsOf(desk);
  const bookingOf = async (version: number) =>
    ((await get(`versions/${version}`).expect(200)).body as { sections: Record<string, unknown> }).sections[
      'booking'
    ];

  it('are none at first', async () => {
    const body: unknown = (await get('versions').expect(200)).body;
    expect(body).toEqual({
      items: [],
      pagination: { page: 1, page_size: 20, total_records: 0, total_pages: 0 },
    });
  });

  // workspace 6.1
  it('are listed newest first, page by page, without what they hold', async () => {
    await test.world.sql(
      `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source, published_at, published_by)
       SELECT client_id, data_env, project_id, n, jsonb_build_object('booking', jsonb_build_object('text', repeat('x', 100000))),
              'hash-' || n, 'publish', now(), 'somebody'
         FROM projects, generate_series(1, 45) n WHERE project_id = $1`,
      [desk.projectId],
    );
    await test.world.sql(`UPDATE projects SET latest_published_version = 45 WHERE project_id = $1`, [
      desk.projectId,
    ]);
    const numbers = async (query: string): Promise<number[]> =>
      ((await get(`versions?${query}`).expect(200)).body as { items: Version[] }).items.map(
        (it) => it.version_number,
      );
    const first = await get('versions').expect(200);
    expect(first.body).toMatchObject({
      pagination: { page: 1, page_size: 20, total_records: 45, total_pages: 3 },
    });
    expect((first.body as { items: Version[] }).items[0]).toMatchObject({
      version_number: 45,
      is_current: true,
    });
    expect(first.text.length).toBeLessThan(20_000);
    expect(await numbers('page=3')).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers('page=9&page_size=2')).toEqual([29, 28]);
    expect(await numbers('page=4')).toEqual([]);
    expect((await get('versions?page=4')).body).toMatchObject({ pagination: { total_records: 45 } });
  });

  // workspace 5.9
  it('come back as new ones by a rollback', async () => {
    const first = await publishBooking(booking());
    await publishBooking(booking(['2026-12-25']));
    const back = await rollback({ version_number: 1, change_note: 'Open on Christmas.' }).expect(200);
    expect(back.body).toMatchObject({
      version_number: 3,
      source: 'rollback',
      rolled_back_from: 1,
      change_note: 'Open on Christmas.',
      content_hash: first.content_hash,
      is_current: true,
    });
    expect(await bookingOf(3)).toEqual(booking());
    expect(await bookingOf(2)).toEqual(booking(['2026-12-25']));
    expect(await auditOf(test, desk, 'project.rolled_back')).toMatchObject([
      { metadata: { version_number: 3, rolled_back_from: 1, content_hash: first.content_hash } },
    ]);
  });

  // workspace 5.9
  it('leave a draft and its base alone when one comes back, and give it another etag', async () => {
    await publishBooking(booking());
    await publishBooking(booking(['2026-12-25']));
    await save(test, desk, 'booking', booking(['2027-01-01']));
    const before = await get('draft').expect(200);
    await rollback({ version_number: 1 }).expect(200);
    const after = await get('draft').expect(200);
    const { base_version_number, updated_at } = before.body as Record<string, unknown>;
    expect([base_version_number, after.body]).toMatchObject([2, { base_version_number, updated_at }]);
    expect(after.get('ETag')).not.toBe(before.get('ETag'));
    const ifMatch = before.get('ETag')!;
    await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(409);
    expect((await get('booking')).body).toMatchObject({
      source: 'draft',
      configuration: booking(['2027-01-01']),
    });
    await publishDraft(test, desk);
    expect(await bookingOf(4)).toEqual(booking(['2027-01-01']));
  });

  it('come back once under one key', async () => {
    await publishBooking(booking());
    await publishBooking(booking(['2026-12-25']));
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 }, key: null }).expect(400);
    const first = await rollback({ version_number: 1 }, 'the-one').expect(200);
    const second = await rollback({ version_number: 1 }, 'the-one').expect(200);
    expect(second.body).toEqual(first.body);
    expect((await get('versions')).body).toMatchObject({ pagination: { total_records: 3 } });
  });

  it('do not come back with what is published already, nor to an archived project', async () => {
    await publishBooking(booking());
    const same = await rollback({ version_number: 1 });
    expect([same.status, codeOf(same)]).toEqual([409, 'nothing_to_publish']);
    await publishBooking(booking(['2026-12-25']));
    await test.world.archive(desk.projectId);
    const archived = await rollback({ version_number: 1 });
    expect([archived.status, codeOf(archived)]).toEqual([409, 'project_archived']);
  });

  // workspace 5.10
  it('do not come back when they refer to a secret that is gone', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await publishBooking(bookingWith('CALENDAR'));
    await publishBooking(booking());
    await send(test, desk, 'delete', 'secrets/CALENDAR').expect(200);
    const refused = await rollback({ version_number: 1 }).expect(422);
    expect(fieldsOf(refused)).toEqual([['booking.calendar.credential', 'secret_missing']]);
    await makeSecret(test, desk, 'CALENDAR', 'another-horse').expect(200);
    await rollback({ version_number: 1 }).expect(200);
  });

  interface Comparison {
    readonly from: string;
    readonly to: string;
    readonly changes: Record<string, unknown>[];
  }
  const compare = async (from: string, to: string): Promise<Comparison> =>
    (await get(`versions/compare?from=${from}&to=${to}`).expect(200)).body as Comparison;

  // workspace 6.2
  it('are compared with each other and with the draft', async () => {
    await publishBooking(booking());
    await publishBooking(booking(['2026-12-25']));
    await save(test, desk, 'booking', booking(['2026-12-25', '2026-12-26']));
    const added = { section: 'booking', path: 'closed_dates.0', op: 'add', to: '2026-12-25' };
    expect(await compare('1', '2')).toEqual({ from: '1', to: '2', changes: [added] });
    expect((await compare('2', '1')).changes).toEqual([
      { section: 'booking', path: 'closed_dates.0', op: 'remove', from: '2026-12-25' },
    ]);
    expect((await compare('2', 'draft')).changes).toEqual([
      { section: 'booking', path: 'closed_dates.1', op: 'add', to: '2026-12-26' },
    ]);
    expect((await compare('2', '2')).changes).toEqual([]);
    expect((await compare('draft', 'draft')).changes).toEqual([]);
  });

  // workspace 6.4
  it('are compared without saying which secret took the place of which', async () => {
    await makeSecret(test, desk, 'CALENDAR_ONE', 'correct-horse').expect(200);
    await makeSecret(test, desk, 'CALENDAR_TWO', 'another-horse').expect(200);
    await publishBooking(bookingWith('CALENDAR_ONE'));
    await publishBooking(bookingWith('CALENDAR_TWO'));
    await save(test, desk, 'booking', booking());
    expect((await compare('1', '2')).changes).toEqual([
      { section: 'booking', path: 'calendar.credential', op: 'replace' },
    ]);
    expect(JSON.stringify(await compare('1', 'draft'))).not.toContain('CALENDAR');
  });

  it('are not there to be compared with a draft before the first one of them', async () => {
    await save(test, desk, 'booking', booking());
    await get('versions/compare?from=1&to=draft').expect(404);
    await publishDraft(test, desk);
    expect((await compare('1', 'draft')).changes).toEqual([]);
  });
});

describe('versions of a project that has one', () => {
  const desk = perSuite(async () => {
    const made = await aProjectFixture(test);
    await versionsOf(made).publishBooking(booking());
    return made;
  });
  const { get, rollback } = versionsOf(desk);

  it.each(['page=0', 'page=x', 'page_size=0', 'page_size=101', 'page_size=1.5', 'size=3'])(
    'are not listed with %s',
    async (query) => {
      await get(`versions?${query}`).expect(422);
    },
  );

  it.each(['0', '2', 'x', '1.0', '-1', '99999999999', '9999999999', '%00'])(
    'that are not there, such as %s, are 404',
    async (number) => {
      await get(`versions/${number}`).expect(404);
      await get('versions/1').expect(200);
    },
  );

  it('are read by a partner_user who sees the project, and made by nobody but a partner_admin', async () => {
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    const as = bearer(user.token());
    for (const path of ['versions', 'versions/1', 'versions/compare?from=1&to=draft', 'runtime-drift']) {
      await send(test, desk, 'get', path, { as }).expect(200);
    }
    await send(test, desk, 'post', 'validate', { as }).expect(200);
    await send(test, desk, 'post', 'publish', { as }).expect(404);
    await send(test, desk, 'post', 'rollback', { as, body: { version_number: 1 } }).expect(404);
  });

  // workspace 5.7
  it('cannot be changed in the store, not even by the service itself', async () => {
    await expect(
      test.world.sql(
        `SET ROLE telephony_requests; UPDATE project_versions SET change_note = 'x'; RESET ROLE`,
      ),
    ).rejects.toThrow(/permission denied/);
    await test.world.sql('RESET ROLE');
  });

  it.each([
    ['no number', {}, 'version_number'],
    ['a number in words', { version_number: '1' }, 'version_number'],
    ['zero', { version_number: 0 }, 'version_number'],
    ['a version that is not there', { version_number: 7 }, 'version_number'],
    ['a number past all bounds', { version_number: 2 ** 31 }, 'version_number'],
    ['a note too long', { version_number: 1, change_note: 'x'.repeat(501) }, 'change_note'],
  ])('do not come back with %s', async (_, body, field) => {
    const refused = await rollback(body).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
  });

  it.each([
    ['from=1', 422],
    ['from=1&to=', 422],
    ['from=1&to=latest', 422],
    ['from=01&to=1', 422],
    ['from=1&to=1&to=2', 422],
    ['from=1&to=2', 404],
    ['from=9999999999&to=1', 404],
  ])('are not compared with %s', async (query, status) => {
    await get(`versions/compare?${query}`).expect(status);
  });
});
