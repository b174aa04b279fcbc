import { beforeAll, describe, expect, it } from 'vitest';
import { secretNamesIn } from '../../../src/features/configuration/rules/sections/secret-ref.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import {
  aNewProject,
  anOffice,
  pathOf as projectPath,
  reread,
  send as sendPlain,
} from '../projects/projecting.js';
import { fieldsOf, write } from './editing.js';
import type { ProjectFixture } from './editing.js';
import {
  aRuntime,
  auditOf,
  booking,
  configuration,
  draftEtag,
  makeSecret,
  publishDraft,
  report,
  save,
  send,
} from '../releases/releasing.js';
import type { PublicationResponse } from '../../../src/features/releases/publish/releases.response.js';
import type { Version } from '../releases/releasing.js';

interface Served {
  readonly version_number: number;
  readonly content_hash: string;
  readonly sections: Record<string, Record<string, unknown>>;
  readonly secrets: Record<string, string>;
}

// One story: each step begins where the previous one ended.
describe('the whole life of a project', () => {
  const test = useSharedApp();
  let desk: ProjectFixture;
  let runtime: string;
  const versions: Version[] = [];
  /** The configuration that the runtime holds. */
  let held: { etag: string; body: Served } | undefined;

  const office = perSuite(() => anOffice(test));
  const made = perSuite(() => aNewProject(test, office));
  beforeAll(async () => {
    desk = {
      tenant: office.tenant,
      projectId: made.project.project_id,
      admin: office.as,
      adminId: office.admin.userId,
    };
    runtime = await aRuntime(test, desk);
  });

  const ask = () => configuration(test, desk, runtime, held?.etag);
  /** The runtime polls, receives a new version and reports that it uses it. */
  async function follow(): Promise<Served> {
    const response = await ask().expect(200);
    held = { etag: response.get('ETag')!, body: response.body as Served };
    const { content_hash: hash, version_number: version } = held.body;
    const body = { applied_hash: hash, runtime_id: 'runtime-1', version_number: version };
    expect((await report(test, desk, runtime, body).expect(200)).body).toEqual({
      state: 'confirmed',
      compliance: 'confirmed',
    });
    await ask().expect(304);
    return held.body;
  }
  const drift = async () =>
    ((await send(test, desk, 'get', 'runtime-drift').expect(200)).body as { state: string }).state;
  const project = async () => (await reread(test, office, made)).project;

  it('begins in setup with a draft, and with nothing for the runtime', async () => {
    expect(await project()).toMatchObject({
      lifecycle_state: 'setup',
      draft_status: 'draft',
      publish_status: 'not_published',
    });
    await ask().expect(404);
    expect(await drift()).toBe('unknown');
  });

  it('gets every section its own way, and is kept from being published by secrets it lacks', async () => {
    for (const section of OWN_SECTIONS.filter(({ route }) => route !== undefined)) {
      await write(test, desk, section).expect(200);
    }
    const own = OWN_SECTIONS.filter(({ route }) => route === undefined);
    await send(test, desk, 'put', 'draft', {
      ifMatch: await draftEtag(test, desk),
      body: { sections: Object.fromEntries(own.map(({ name, example }) => [name, example])) },
    }).expect(200);
    const ifMatch = await draftEtag(test, desk);
    const blocked = await send(test, desk, 'post', 'publish', { ifMatch }).expect(422);
    expect(new Set(fieldsOf(blocked).map(([, code]) => code))).toEqual(new Set(['secret_missing']));
    await ask().expect(404);
  });

  it('gets its secrets, is valid, and becomes active with version 1', async () => {
    for (const name of secretNamesIn(OWN_SECTIONS.map(({ example }) => example))) {
      await makeSecret(test, desk, name, `value of ${name}`).expect(200);
    }
    const body: unknown = (await send(test, desk, 'post', 'validate').expect(200)).body;
    expect((body as { status: string }).status).not.toBe('blocked');
    versions.push(await publishDraft(test, desk, { change_note: 'Opened.' }));
    expect(versions[0]).toMatchObject({ version_number: 1, source: 'publish', change_note: 'Opened.' });
    expect(await project()).toMatchObject({
      lifecycle_state: 'active',
      draft_status: 'none',
      publish_status: 'published',
      latest_published_version: 1,
    });
  });

  it('is taken up by the runtime, with its secrets in clear', async () => {
    const served = await follow();
    expect(served).toMatchObject({ version_number: 1, content_hash: versions[0]!.content_hash });
    for (const { name, example } of OWN_SECTIONS) {
      expect(served.sections[name], name).toBeDefined();
      for (const secret of secretNamesIn(served.sections[name] ?? {})) {
        expect(served.secrets[secret]).toBe(`value of ${secret}`);
      }
      if (name === 'booking') expect(served.sections[name]).toEqual(example);
    }
    expect(await drift()).toBe('in_sync');
  });

  it('changes in a draft that the runtime sees nothing of', async () => {
    await save(test, desk, 'booking', booking(['2027-01-01']));
    await ask().expect(304);
    const body: unknown = (await send(test, desk, 'get', 'versions/compare?from=1&to=draft').expect(200))
      .body;
    const { changes } = body as { changes: { section: string; path: string }[] };
    expect(new Set(changes.map(({ section }) => section))).toEqual(new Set(['booking']));
    expect(changes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['calendar', expect.stringMatching(/^closed_dates\./)]),
    );
  });

  it('goes on to version 2, which the runtime follows', async () => {
    versions.push(await publishDraft(test, desk));
    expect(await drift()).toBe('drifted');
    const before = held!.etag;
    expect((await follow()).sections['booking']).toEqual(booking(['2027-01-01']));
    expect(held!.etag).not.toBe(before);
    expect(await drift()).toBe('in_sync');
  });

  it('goes back to the content of version 1 as version 3, and the runtime with it', async () => {
    const back = await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
    versions.push(back.body as Version);
    expect(versions[2]).toMatchObject({
      version_number: 3,
      rolled_back_from: 1,
      content_hash: versions[0]!.content_hash,
    });
    const body: unknown = (await send(test, desk, 'get', 'versions/compare?from=1&to=3').expect(200)).body;
    expect((body as { changes: object[] }).changes).toEqual([]);
    expect(await follow()).toMatchObject({ version_number: 3, content_hash: versions[0]!.content_hash });
  });

  it('gets a new secret without a new version', async () => {
    const [name] = secretNamesIn(held!.body.sections);
    await send(test, desk, 'post', `secrets/${name}/rotate`, { body: { value: 'rotated' } }).expect(200);
    const before = held!.etag;
    const served = await follow();
    expect([served.version_number, served.secrets[name!]]).toEqual([3, 'rotated']);
    expect(held!.etag).not.toBe(before);
    await send(test, desk, 'delete', `secrets/${name}`).expect(409);
  });

  it('is archived: it can be read, nothing about it changes, and the runtime has nothing to run', async () => {
    const token = { revision_token: (await project()).revision_token };
    await sendPlain(test, 'post', projectPath(made, 'archive'), office.as, token).expect(200);
    for (const refused of [
      send(test, desk, 'put', 'booking', { body: { configuration: booking() } }),
      send(test, desk, 'post', 'publish'),
      send(test, desk, 'post', 'rollback', { body: { version_number: 2 } }),
      makeSecret(test, desk, 'LATE', 'value'),
      send(test, desk, 'post', 'runtime-provenance', { body: { version_number: 3, runtime_id: 'r' } }),
      send(test, desk, 'post', 'test-call/request', {
        body: { to_number: '+61491570159', use: 'published' },
      }),
    ]) {
      expect((await refused).body).toMatchObject({ error: { code: 'project_archived' } });
    }
    for (const path of ['draft', 'booking', 'secrets', 'versions', 'versions/3', 'runtime-drift']) {
      await send(test, desk, 'get', path).expect(200);
    }
    await ask().expect(404);
  });

  it('is restored to setup, and active again once it is published', async () => {
    const token = { revision_token: (await project()).revision_token };
    await sendPlain(test, 'post', projectPath(made, 'restore'), office.as, token).expect(200);
    expect(await project()).toMatchObject({ lifecycle_state: 'setup', latest_published_version: 3 });
    await ask().expect(304);
    const {
      changed: _,
      conversation_tests: __,
      ...version
    } = (await send(test, desk, 'post', 'publish').expect(200)).body as PublicationResponse;
    versions.push(version);
    expect(await project()).toMatchObject({ lifecycle_state: 'active', latest_published_version: 4 });
    expect(await follow()).toMatchObject({ version_number: 4, content_hash: versions[0]!.content_hash });
  });

  it('has all of it in its list of versions and in the audit trail', async () => {
    const body: unknown = (await send(test, desk, 'get', 'versions').expect(200)).body;
    expect((body as { items: Version[] }).items).toEqual(
      versions
        .map((version, index) => ({
          ...version,
          is_current: index === 3,
          state: index === 3 ? 'current' : 'published',
        }))
        .toReversed(),
    );
    expect((await auditOf(test, desk, 'project.%')).map(({ action }) => action)).toEqual([
      'project.created',
      'project.published',
      'project.published',
      'project.rolled_back',
      'project.archived',
      'project.restored',
      'project.published',
    ]);
  });
});
