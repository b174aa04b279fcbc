import type { Test } from 'supertest';
import type {
  StagedReleaseResponse,
  VersionChoiceResponse,
} from '../../../src/features/releases/staged/staged-releases.response.js';
import type { TestApp } from '../../support/app.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { assistant, booking, draftEtag, publishAs, save, send } from './releasing.js';
import type { Version } from './releasing.js';

export type StagedRelease = StagedReleaseResponse;
export type Choice = VersionChoiceResponse;
type Sent = Parameters<typeof send>[4];

/** Requests a staged release of the current draft. */
export async function tryStage(test: TestApp, desk: ProjectFixture, body: object, sent: Sent = {}) {
  const ifMatch = await draftEtag(test, desk);
  return send(test, desk, 'post', 'staged-release', { body, ifMatch, ...sent });
}

/** Version 1 is published, a draft differs from it. */
export async function publishFirstVersion(test: TestApp, desk: ProjectFixture): Promise<Version> {
  const sections = { assistant: assistant(), booking: booking() };
  const drafted = await send(test, desk, 'put', 'draft', { body: { sections } }).expect(200);
  const version = await publishAs(test, desk, drafted.get('ETag')!);
  await save(test, desk, 'booking', booking(['2026-12-25']));
  return version;
}

/**
 * Stages the current draft.
 * @throws if that fails
 */
export async function staged(
  test: TestApp,
  desk: ProjectFixture,
  body: object = { percent: 50 },
): Promise<StagedRelease> {
  const response = await tryStage(test, desk, body);
  if (response.status !== 200) throw new Error(`Staging was answered ${response.status}: ${response.text}`);
  return response.body as StagedRelease;
}

/** The desk's requests about its releases. */
export const stagedReleasesOf = (test: TestApp, desk: ProjectFixture) => ({
  shown: async () => (await send(test, desk, 'get', 'staged-release').expect(200)).body as StagedRelease,
  versions: async () =>
    ((await send(test, desk, 'get', 'versions').expect(200)).body as { items: Version[] }).items.map(
      ({ version_number, is_current }) => [version_number, is_current],
    ),
});

export const end = (
  test: TestApp,
  desk: ProjectFixture,
  how: 'finish' | 'take-back',
  version_number: number,
  sent: Sent = {},
): Test => send(test, desk, 'post', `staged-release/${how}`, { body: { version_number }, ...sent });

export const choose = (test: TestApp, { projectId }: ProjectFixture, key: string, body: object): Test =>
  test
    .request()
    .post(`/internal/v1/projects/${projectId}/configuration/choose`)
    .set('X-API-Key', key)
    .send(body);

export const versionOf = (
  test: TestApp,
  { projectId }: ProjectFixture,
  key: string,
  version: number | string,
): Test =>
  test
    .request()
    .get(`/internal/v1/projects/${projectId}/configuration?version_number=${version}`)
    .set('X-API-Key', key);

export const currentVersion = async (test: TestApp, { projectId }: ProjectFixture): Promise<number | null> =>
  (
    await test.world.sql<{ latest_published_version: number | null }>(
      `SELECT latest_published_version FROM projects WHERE project_id = $1`,
      [projectId],
    )
  )[0]!.latest_published_version;

/** An address that is notified about staged releases. */
export const listen = (test: TestApp, { tenant }: ProjectFixture) =>
  test.world.sql(
    `INSERT INTO email_addresses (client_id, data_env, address_id, email_sealed, email_hash, label, language, topics, status,
            unsubscribe_hash, created_by, verified_at)
     SELECT $1, $2, it, 'x', it::text::bytea, 'Desk', 'en', '{runtime}', 'verified', it::text::bytea, 'test', now() - interval '1 day'
       FROM gen_random_uuid() AS it`,
    [tenant.clientId, tenant.dataEnv],
  );

/** The notices about releases that their rule ended. */
export const stopNotices = (test: TestApp, { tenant }: ProjectFixture) =>
  test.world.sql<{ kind: string; period: string }>(
    `SELECT kind, period FROM notices WHERE client_id = $1 AND kind = 'staged_release_stopped'`,
    [tenant.clientId],
  );
