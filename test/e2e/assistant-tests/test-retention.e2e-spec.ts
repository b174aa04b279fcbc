import { expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { PRUNE_TESTS } from '../../../src/features/assistant-tests/retention/test-retention.job.js';
import { useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { useWorker } from '../../support/worker.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';

const test = useTestApp();

useWorker(test);

/** A test call and a run with a result, both requested this many days ago. */
async function aPast(
  { tenant: { clientId, dataEnv }, projectId }: ProjectFixture,
  days: number,
): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  const where = [clientId, dataEnv, projectId, at];
  await test.world.sql(
    `INSERT INTO project_test_calls (client_id, data_env, project_id, to_number_encrypted, to_number_masked, source,
            configuration, requested_at, requested_by)
     VALUES ($1, $2, $3, '\\x00', '***', 'draft', 'etag', $4, 'somebody')`,
    where,
  );
  await test.world.sql(
    `WITH run AS (INSERT INTO conversation_test_runs (client_id, data_env, project_id, run_id, source, configuration,
                              requested_at, requested_by)
                  VALUES ($1, $2, $3, gen_random_uuid(), 'draft', 'etag', $4, 'somebody') RETURNING *)
     INSERT INTO conversation_test_results (client_id, data_env, project_id, run_id, test_id, test_name, test_etag, assertion_count)
     SELECT client_id, data_env, project_id, run_id, gen_random_uuid(), 'A test', 'etag', 1 FROM run`,
    where,
  );
}

const countsOf = async ({ projectId }: ProjectFixture) => {
  const [row] = await test.world.sql<Record<string, number>>(
    `SELECT (SELECT count(*)::integer FROM project_test_calls WHERE project_id = $1) AS calls,
            (SELECT count(*)::integer FROM conversation_test_runs WHERE project_id = $1) AS runs,
            (SELECT count(*)::integer FROM conversation_test_results WHERE project_id = $1) AS results`,
    [projectId],
  );
  return row;
};

// workspace 9.19
it('removes what a tenant tested more than thirty days ago, and nothing of others', async () => {
  const [desk, other] = [await aProjectFixture(test), await aProjectFixture(test)];
  for (const it of [desk, other]) {
    await aPast(it, 29);
    await aPast(it, 31);
  }
  const { clientId, dataEnv } = desk.tenant;
  await test.app
    .get(MetadataStore)
    .transaction(systemContext(desk.tenant, 'test'), (tx) => tx.enqueue(PRUNE_TESTS, { clientId, dataEnv }));
  await eventually(async () => expect(await countsOf(desk)).toEqual({ calls: 1, runs: 1, results: 1 }));
  expect(await countsOf(other)).toEqual({ calls: 2, runs: 2, results: 2 });
});
