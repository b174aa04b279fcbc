import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';

/** Columns of a project that a test sets. */
type ProjectColumns = Readonly<Record<string, string | number | Date | null>>;

/** A project with exactly this row. */
export async function plantProject(
  test: TestApp,
  tenant: TestTenant,
  projectId: string,
  columns: ProjectColumns = {},
): Promise<string> {
  await test.world.aProject(tenant, { projectId });
  const names = Object.keys(columns);
  if (names.length > 0) {
    await test.world.sql(
      `UPDATE projects SET ${names.map((name, index) => `${name} = $${index + 4}`).join(', ')}
        WHERE client_id = $1 AND data_env = $2 AND project_id = $3`,
      [tenant.clientId, tenant.dataEnv, projectId, ...Object.values(columns)],
    );
  }
  return projectId;
}

export async function plantDraft(
  test: TestApp,
  tenant: TestTenant,
  projectId: string,
  etag: string,
): Promise<void> {
  await test.world.sql(
    `INSERT INTO project_drafts (client_id, data_env, project_id, etag, updated_by) VALUES ($1, $2, $3, $4, 'test')`,
    [tenant.clientId, tenant.dataEnv, projectId, etag],
  );
}
