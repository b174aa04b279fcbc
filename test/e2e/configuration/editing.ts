import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { bearer } from '../access/callers.js';

export interface ProjectFixture {
  readonly tenant: TestTenant;
  readonly projectId: string;
  /** Headers of a signed-in partner_admin. */
  readonly admin: Readonly<Record<string, string>>;
  readonly adminId: string;
}

export async function aProjectFixture(test: TestApp, lifecycleState = 'setup'): Promise<ProjectFixture> {
  const tenant = await test.world.aTenant();
  const projectId = await test.world.aProject(tenant, { lifecycleState });
  const user = await test.world.aUser(tenant, { role: 'partner_admin' });
  return { tenant, projectId, admin: bearer(user.token()), adminId: user.userId };
}

/** Creates a new desk for each test. */
export const useProjectFixture = (test: TestApp, lifecycleState?: string): ProjectFixture =>
  perTest(() => aProjectFixture(test, lifecycleState));

/** A section as returned by the API. */
export interface Section {
  readonly source: string;
  readonly etag: string;
  readonly configuration: Record<string, unknown>;
  readonly validation: { status: string; findings: { code: string; path: string; severity: string }[] };
  readonly permissions: { can_edit: boolean; read_only_reason: string | null };
  readonly updated_at: string | null;
  readonly updated_by: string | null;
  readonly [part: string]: unknown;
}

export const sectionOf = (response: Response): Section => response.body as Section;

export const pathOf = ({ projectId }: ProjectFixture, name: string): string =>
  `/v1/projects/${projectId}/${name}`;

export const read = (test: TestApp, desk: ProjectFixture, section: SectionDefinition): Test =>
  test.request().get(pathOf(desk, section.name)).set(desk.admin);

/** The body that saves a section's own example. */
export const exampleOf = ({ write, example }: SectionDefinition): Record<string, unknown> =>
  write.example ?? example;

/** A write of a section with everything that its route requires, except a guard. */
export function write(
  test: TestApp,
  desk: ProjectFixture,
  section: SectionDefinition,
  configuration: unknown = exampleOf(section),
  others: object = {},
): Test {
  const { method, path, part } = section.write;
  const whole = path === '' ? section.name : `${section.name}/${path}`;
  const version = part ? { [part.field]: part.of(section.defaults) } : {};
  return test
    .request()
    [method](pathOf(desk, whole))
    .set(desk.admin)
    .set('Idempotency-Key', randomUUID())
    .send({ configuration, ...version, ...others });
}

export const validate = (
  test: TestApp,
  desk: ProjectFixture,
  section: SectionDefinition,
  body?: object,
): Test => {
  const request = test
    .request()
    .post(pathOf(desk, `${section.name}/validate`))
    .set(desk.admin)
    .set('Idempotency-Key', randomUUID());
  return body === undefined ? request : request.send(body);
};

export interface Edit {
  readonly section: string;
  readonly previous_etag: string | null;
  readonly etag: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly edited_by: string;
}

/** The history of a project's drafts, oldest first. */
export const historyOf = (test: TestApp, { projectId }: ProjectFixture): Promise<Edit[]> =>
  test.world.sql<Edit>(
    `SELECT section, previous_etag, etag, configuration, edited_by FROM project_section_edits
      WHERE project_id = $1 ORDER BY edited_at, edit_id`,
    [projectId],
  );

/** Publishes a draft with these sections directly in the database. */
export async function publish(
  test: TestApp,
  { tenant, projectId }: ProjectFixture,
  versionNumber: number,
  sections: object,
): Promise<void> {
  const { clientId, dataEnv } = tenant;
  await test.world.sql(
    `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source, published_at, published_by)
     VALUES ($1, $2, $3, $4, $5, 'hash', 'publish', '2026-10-01T00:00:00Z', 'somebody')`,
    [clientId, dataEnv, projectId, versionNumber, sections],
  );
  await test.world.sql(`DELETE FROM project_draft_sections WHERE project_id = $1`, [projectId]);
  await test.world.sql(`DELETE FROM project_drafts WHERE project_id = $1`, [projectId]);
  await test.world.sql(`UPDATE projects SET latest_published_version = $2 WHERE project_id = $1`, [
    projectId,
    versionNumber,
  ]);
}

/** The invalid fields that an answer names, with their codes. */
export const fieldsOf = (response: Response): [string, string][] => {
  const { error } = response.body as {
    error: { details: { field_errors: { field: string; code: string }[] } };
  };
  return error.details.field_errors.map(({ field, code }) => [field, code]);
};

export const codeOf = (response: Response): string =>
  (response.body as { error: { code: string } }).error.code;
