import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type {
  PublicationResponse,
  VersionResponse,
} from '../../../src/features/releases/publish/releases.response.js';
import { section as assistantSection } from '../../../src/features/configuration/sections/assistant/assistant.section.js';
import { section as bookingSection } from '../../../src/features/configuration/sections/booking/booking.section.js';
import type { TestApp } from '../../support/app.js';
import { pathOf } from '../configuration/editing.js';
import type { ProjectFixture, Section } from '../configuration/editing.js';

export type Version = VersionResponse;

/** The smallest assistant that any project can publish. */
export const assistant = (prompt = 'You answer the phone of the practice.'): Record<string, unknown> => ({
  ...assistantSection.defaults,
  prompt,
  greeting: 'Good day, how can I help?',
});

/** A booking section that can be published and refers to no secret. */
export const booking = (closedDates: readonly string[] = []): Record<string, unknown> => {
  const { calendar: _, ...example } = bookingSection.example as Record<string, unknown>;
  return { ...example, closed_dates: [...closedDates] };
};

/** The same with a calendar that needs a secret. */
export const bookingWith = (secretName: string, closedDates: readonly string[] = []) => ({
  ...booking(closedDates),
  calendar: { url: 'https://calendar.example.com/v1', credential: { secret_ref: secretName } },
});

/** A section that can be saved but not published: its hours end before they begin. */
export const brokenBooking = (): Record<string, unknown> => ({
  ...booking(),
  weekly_hours: [{ day: 'monday', opens: '17:00', closes: '09:00' }],
});

interface Sent {
  readonly body?: object;
  readonly ifMatch?: string;
  /** Null: no key is sent. */
  readonly key?: string | null;
  /** Sent instead of the administrator's headers. */
  readonly as?: Readonly<Record<string, string>>;
}

/** A request with a new idempotency key. */
export function send(
  test: TestApp,
  desk: ProjectFixture,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  { body, ifMatch, key = randomUUID(), as = desk.admin }: Sent = {},
): Test {
  const request = test.request()[method](pathOf(desk, path)).set(as);
  if (method !== 'get' && key !== null) request.set('Idempotency-Key', key);
  if (ifMatch !== undefined) request.set('If-Match', ifMatch);
  return body === undefined ? request : request.send(body);
}

/** Saves a section into any draft. */
export async function save(
  test: TestApp,
  desk: ProjectFixture,
  section: string,
  configuration: object,
): Promise<void> {
  await send(test, desk, 'put', section, { body: { configuration } }).expect(200);
}

/**
 * Saves an assistant into the draft of a project that cannot be published without one (workspace
 * 11.2).
 */
export async function completeDraft(test: TestApp, desk: ProjectFixture): Promise<void> {
  const answer = await send(test, desk, 'get', 'assistant').expect(200);
  const { findings } = (answer.body as Section).validation;
  if (!findings.some(({ severity, code }) => severity === 'error' && code === 'assistant_missing')) return;
  const ifMatch = answer.get('ETag')!;
  await send(test, desk, 'put', 'assistant', { body: { configuration: assistant() }, ifMatch }).expect(200);
}

/** The draft's etag for If-Match. */
export async function draftEtag(test: TestApp, desk: ProjectFixture): Promise<string> {
  return (await send(test, desk, 'get', 'draft').expect(200)).get('ETag')!;
}

/**
 * Publishes the current draft with a new change, or a first draft with an assistant.
 * @throws if that fails
 */
export async function publishDraft(test: TestApp, desk: ProjectFixture, body: object = {}): Promise<Version> {
  await completeDraft(test, desk);
  return publishAs(test, desk, await draftEtag(test, desk), body);
}

/**
 * Publishes the draft with this etag.
 * @throws if that fails, or if the draft changes nothing
 */
export async function publishAs(
  test: TestApp,
  desk: ProjectFixture,
  ifMatch: string,
  body: object = {},
): Promise<Version> {
  const published = await send(test, desk, 'post', 'publish', { body, ifMatch }).expect(200);
  const { changed, conversation_tests: _, ...version } = published.body as PublicationResponse;
  if (!changed) throw new Error('There was nothing new in the draft.');
  return version;
}

export const makeSecret = (
  test: TestApp,
  desk: ProjectFixture,
  name: string,
  value: string,
  key?: string,
): Test =>
  send(test, desk, 'post', 'secrets', {
    body: { secret_name: name, value },
    ...(key === undefined ? {} : { key }),
  });

/** The key of a voice runtime of the desk's tenant. */
export const aRuntime = (test: TestApp, { tenant }: ProjectFixture): Promise<string> =>
  test.world.aKey(tenant, 'runtime-ingest');

/** The configuration that the runtime receives. */
export function configuration(
  test: TestApp,
  { projectId }: ProjectFixture,
  key: string,
  ifNoneMatch?: string,
): Test {
  const request = test
    .request()
    .get(`/internal/v1/projects/${projectId}/configuration`)
    .set('X-API-Key', key);
  return ifNoneMatch === undefined ? request : request.set('If-None-Match', ifNoneMatch);
}

export const report = (test: TestApp, { projectId }: ProjectFixture, key: string, body: object): Test =>
  test.request().post(`/internal/v1/projects/${projectId}/runtime-reports`).set('X-API-Key', key).send(body);

/** Audit rows of a project, oldest first. */
export const auditOf = (test: TestApp, { projectId }: ProjectFixture, action: string) =>
  test.world.sql<{ action: string; actor_id: string; metadata: Record<string, unknown> }>(
    `SELECT action, actor_id, metadata FROM audit_events
      WHERE metadata->>'project_id' = $1 AND action LIKE $2 ORDER BY occurred_at, event_id`,
    [projectId, action],
  );
