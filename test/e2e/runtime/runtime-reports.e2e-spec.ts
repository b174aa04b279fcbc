import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture, codeOf, fieldsOf, sectionOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { aRuntime, auditOf, booking, publishDraft, report, save, send } from '../releases/releasing.js';
import type { Version } from '../releases/releasing.js';

const NOW = '2026-10-31T04:12:09.000Z';
const UNHEARD_OF = 'f'.repeat(64);

describe('what the runtime reports', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let key: string;

  beforeEach(async () => {
    clock.set(NOW);
    desk = await aProjectFixture(test);
    key = await aRuntime(test, desk);
  });

  const publishBooking = async (closedDates: string[] = []): Promise<Version> => {
    await save(test, desk, 'booking', booking(closedDates));
    return publishDraft(test, desk);
  };
  const publishGovernance = async (days: number): Promise<Version> => {
    const { configuration } = sectionOf(await send(test, desk, 'get', 'governance').expect(200));
    const retention = { transcript_retention_days: days, audio_retention: null };
    await send(test, desk, 'put', 'governance/draft', {
      body: { configuration: { ...configuration, retention } },
    }).expect(200);
    return publishDraft(test, desk);
  };
  const drift = async () => (await send(test, desk, 'get', 'runtime-drift').expect(200)).body as object;
  const said = async (hash: string, more: object = {}) =>
    (await report(test, desk, key, { applied_hash: hash, runtime_id: 'runtime-1', ...more }).expect(200))
      .body as object;
  const projection = async () =>
    (
      await test.world.sql<{ projection: string }>(
        `SELECT projection FROM project_compliance WHERE project_id = $1`,
        [desk.projectId],
      )
    )[0]?.projection;

  // workspace 8.1
  it('is unknown as long as nothing was published or reported', async () => {
    const unknown = { state: 'unknown', expected_hash: null, observed_hash: null, checked_at: null };
    expect(await drift()).toEqual(unknown);
    const { content_hash } = await publishBooking();
    expect(await drift()).toEqual({ ...unknown, expected_hash: content_hash });
  });

  // workspace 8.1
  it('is in sync when it runs what is published, and drifts with the next version', async () => {
    const first = await publishBooking();
    clock.advance(60_000);
    expect(await said(first.content_hash)).toEqual({ state: 'confirmed', compliance: 'confirmed' });
    const inSync = {
      state: 'in_sync',
      expected_hash: first.content_hash,
      observed_hash: first.content_hash,
      checked_at: '2026-10-31T04:13:09.000Z',
    };
    expect(await drift()).toEqual(inSync);
    const second = await publishBooking(['2026-12-25']);
    expect(await drift()).toEqual({ ...inSync, state: 'drifted', expected_hash: second.content_hash });
    await said(second.content_hash, { version_number: 2 });
    expect(await drift()).toMatchObject({ state: 'in_sync', observed_hash: second.content_hash });
  });

  // workspace 7.5; privacy 5.5, 5.6
  it('confirms the compliance settings, or takes that back', async () => {
    const first = await publishBooking();
    expect(await projection()).toBe('pending');
    await said(first.content_hash);
    expect(await projection()).toBe('confirmed');
    const second = await publishGovernance(30);
    expect(await said(first.content_hash)).toEqual({ state: 'pending', compliance: 'pending' });
    expect(await projection()).toBe('pending');
    expect(await said(UNHEARD_OF)).toEqual({ state: 'failed', compliance: 'failed' });
    expect(await projection()).toBe('failed');
    const wrong = await said(second.content_hash, { version_number: 1 });
    expect(wrong).toEqual({ state: 'failed', compliance: 'failed' });
    const right = await said(second.content_hash, { version_number: 2 });
    expect(right).toEqual({ state: 'confirmed', compliance: 'confirmed' });
    expect(await projection()).toBe('confirmed');
  });

  // workspace 7.6
  it('keeps what it has confirmed while it has yet to follow a version of the same compliance settings', async () => {
    const first = await publishBooking();
    await said(first.content_hash);
    await publishBooking(['2026-12-25']);
    expect(await said(first.content_hash)).toEqual({ state: 'pending', compliance: 'confirmed' });
    expect(await projection()).toBe('confirmed');
    expect(await drift()).toMatchObject({ state: 'drifted', observed_hash: first.content_hash });
  });

  it('confirms by an earlier version when the settings are again what they were then', async () => {
    const first = await publishGovernance(30);
    const second = await publishGovernance(60);
    await publishBooking();
    await publishGovernance(30);
    expect(await said(second.content_hash)).toEqual({ state: 'pending', compliance: 'pending' });
    expect(await projection()).toBe('pending');
    const named = await said(first.content_hash, { version_number: 1 });
    expect(named).toEqual({ state: 'pending', compliance: 'confirmed' });
    expect(await projection()).toBe('confirmed');
  });

  // workspace 7.7
  it('is audited when it says something new, and not when it repeats itself', async () => {
    const { content_hash } = await publishBooking();
    for (let time = 0; time < 3; time += 1) await said(content_hash);
    await said(UNHEARD_OF, { runtime_id: 'Zoe Quixwood' });
    expect(await auditOf(test, desk, 'runtime_report.changed')).toMatchObject([
      {
        metadata: {
          applied_hash: content_hash,
          runtime_id: 'runtime-1',
          state: 'confirmed',
          compliance: 'confirmed',
        },
      },
      { metadata: { applied_hash: UNHEARD_OF, runtime_id: null, state: 'failed' } },
    ]);
  });

  it.each([
    ['no hash', { runtime_id: 'r' }, 'applied_hash'],
    ['a hash in upper case', { applied_hash: 'F'.repeat(64), runtime_id: 'r' }, 'applied_hash'],
    ['a hash that is too short', { applied_hash: 'f'.repeat(63), runtime_id: 'r' }, 'applied_hash'],
    ['no runtime', { applied_hash: UNHEARD_OF }, 'runtime_id'],
    [
      'a version that is not there',
      { applied_hash: UNHEARD_OF, runtime_id: 'r', version_number: 9 },
      'version_number',
    ],
    [
      'a version in words',
      { applied_hash: UNHEARD_OF, runtime_id: 'r', version_number: '1' },
      'version_number',
    ],
  ])('is refused with %s', async (_, body, field) => {
    await publishBooking();
    const refused = await report(test, desk, key, body).expect(422);
    const { details } = refused.body as { details: { loc: string[] }[] };
    expect(details.map(({ loc }) => loc.at(-1))).toEqual([field]);
    expect(await projection()).toBe('pending');
  });

  it('is 404 before the first version, and of an archived project', async () => {
    const body = { applied_hash: UNHEARD_OF, runtime_id: 'r' };
    await report(test, desk, key, body).expect(404);
    await publishBooking();
    await test.world.archive(desk.projectId);
    await report(test, desk, key, body).expect(404);
  });

  it('never confirms a version that is published at the same time', async () => {
    const first = await publishBooking();
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all([publishGovernance(30 + round), said(first.content_hash), said(first.content_hash)]);
      expect(await projection()).toBe('pending');
    }
  });
});

describe('who deployed which version where', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let version: Version;

  beforeEach(async () => {
    desk = await aProjectFixture(test);
    await save(test, desk, 'booking', booking());
    version = await publishDraft(test, desk);
  });

  const record = (body: object, key?: string | null) =>
    send(test, desk, 'post', 'runtime-provenance', { body, ...(key === undefined ? {} : { key }) });
  const items = async () =>
    ((await send(test, desk, 'get', 'runtime-provenance').expect(200)).body as { items: object[] }).items;

  // workspace 8.2
  it('is recorded with the hash of the version, and listed newest first', async () => {
    expect(await items()).toEqual([]);
    const made = await record({
      version_number: 1,
      runtime_id: 'runtime-syd-1',
      note: 'Sydney first.',
    }).expect(200);
    expect(made.body).toEqual({
      deployment_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      version_number: 1,
      content_hash: version.content_hash,
      runtime_id: 'runtime-syd-1',
      note: 'Sydney first.',
      deployed_at: clock.now().toISOString(),
      deployed_by: desk.adminId,
    });
    clock.advance(1000);
    const second = await record({ version_number: 1, runtime_id: 'runtime-mel-1' }).expect(200);
    expect(second.body).toMatchObject({ note: null });
    expect(await items()).toEqual([second.body, made.body]);
    expect(await auditOf(test, desk, 'runtime_provenance.recorded')).toMatchObject([
      { metadata: { version_number: 1, runtime_id: 'runtime-syd-1' } },
      { metadata: { version_number: 1, runtime_id: 'runtime-mel-1' } },
    ]);
  });

  // workspace 8.2
  it('is recorded once under one key, and not without one', async () => {
    const body = { version_number: 1, runtime_id: 'runtime-syd-1' };
    await record(body, null).expect(400);
    const first = await record(body, 'the-one').expect(200);
    const second = await record(body, 'the-one').expect(200);
    expect(second.body).toEqual(first.body);
    expect(await items()).toHaveLength(1);
  });

  it.each([
    ['a version that is not there', { version_number: 2, runtime_id: 'r' }, 'version_number'],
    ['no version', { runtime_id: 'r' }, 'version_number'],
    ['no runtime', { version_number: 1 }, 'runtime_id'],
    ['a note too long', { version_number: 1, runtime_id: 'r', note: 'x'.repeat(501) }, 'note'],
  ])('is not recorded with %s', async (_, body, field) => {
    const refused = await record(body).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    expect(await items()).toEqual([]);
  });

  // workspace 8.3
  it('is not recorded of an archived project', async () => {
    await test.world.archive(desk.projectId);
    const refused = await record({ version_number: 1, runtime_id: 'r' });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'project_archived']);
  });

  // workspace 8.2
  it('is listed up to the last 50', async () => {
    await test.world.sql(
      `INSERT INTO project_deployments (client_id, data_env, project_id, version_number, content_hash, runtime_id, deployed_at, deployed_by)
       SELECT client_id, data_env, project_id, 1, 'hash', 'r-' || n, '2026-10-01T00:00:00Z'::timestamptz + n * interval '1 hour', 'somebody'
         FROM projects, generate_series(1, 60) n WHERE project_id = $1`,
      [desk.projectId],
    );
    const listed = (await items()) as { runtime_id: string }[];
    expect(listed.map((it) => it.runtime_id)).toEqual(Array.from({ length: 50 }, (_, at) => `r-${60 - at}`));
  });
});
