import { expect } from 'vitest';
import type { Response } from 'supertest';
import type { ValidationResponse } from '../../../src/features/releases/publish/releases.response.js';
import type { TestApp } from '../../support/app.js';
import { fieldsOf } from './editing.js';
import type { ProjectFixture } from './editing.js';
import { assistant, draftEtag, send } from '../releases/releasing.js';

export const NUMBER = '+61255501200';
export const OTHER = '+61255501201';

/** The answer if the first number belongs to another project. */
export const REFUSED = [422, [['assistant.inbound_numbers.0', 'inbound_number_taken']]];

export const outcome = (response: Response) => [
  response.status,
  response.status === 422 ? fieldsOf(response) : null,
];

/** Another project of the same client, for the same person. */
export const beside = async (test: TestApp, desk: ProjectFixture): Promise<ProjectFixture> => ({
  ...desk,
  projectId: await test.world.aProject(desk.tenant, { lifecycleState: 'setup' }),
});

/** Saves an assistant with these numbers. @returns the draft's etag, for If-Match */
export async function drafted(
  test: TestApp,
  desk: ProjectFixture,
  ...inbound_numbers: string[]
): Promise<string> {
  const body = { sections: { assistant: { ...assistant(), inbound_numbers } } };
  const first = await send(test, desk, 'put', 'draft', { body });
  if (first.status === 200) return first.get('ETag')!;
  expect(first.status).toBe(428);
  const ifMatch = await draftEtag(test, desk);
  return (await send(test, desk, 'put', 'draft', { body, ifMatch }).expect(200)).get('ETag')!;
}

export const publish = async (test: TestApp, desk: ProjectFixture, ifMatch?: string): Promise<Response> =>
  send(test, desk, 'post', 'publish', { body: {}, ifMatch: ifMatch ?? (await draftEtag(test, desk)) });

/** Saves an assistant with these numbers, and tries to publish it. */
export const tryPublish = async (
  test: TestApp,
  desk: ProjectFixture,
  ...numbers: string[]
): Promise<Response> => publish(test, desk, await drafted(test, desk, ...numbers));

export async function published(test: TestApp, desk: ProjectFixture, ...numbers: string[]): Promise<void> {
  const response = await tryPublish(test, desk, ...numbers);
  expect(response.status, response.text).toBe(200);
}

export const validated = async (
  test: TestApp,
  desk: ProjectFixture,
  as = desk.admin,
): Promise<ValidationResponse> =>
  (await send(test, desk, 'post', 'validate', { body: {}, key: null, as }).expect(200))
    .body as ValidationResponse;

export async function tryMove(
  test: TestApp,
  desk: ProjectFixture,
  to: 'archive' | 'restore',
): Promise<Response> {
  const { project } = (await send(test, desk, 'get', 'lifecycle').expect(200)).body as {
    project: { revision_token: string };
  };
  return send(test, desk, 'post', to, { body: { revision_token: project.revision_token } });
}

export async function move(test: TestApp, desk: ProjectFixture, to: 'archive' | 'restore'): Promise<void> {
  const response = await tryMove(test, desk, to);
  expect(response.status, response.text).toBe(200);
}

/** Those of these projects that own numbers. */
export const ownersAmong = async (test: TestApp, ...of: ProjectFixture[]): Promise<string[]> =>
  (
    await test.world.sql<{ project_id: string }>(
      `SELECT DISTINCT project_id FROM project_inbound_numbers WHERE client_id = $1 AND project_id = ANY($2)`,
      [of[0]!.tenant.clientId, of.map(({ projectId }) => projectId)],
    )
  ).map(({ project_id: id }) => id);
