import { Client, escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callDetailQuery } from '../../../src/features/calls/detail/detail.queries.js';
import { callPreviewQuery } from '../../../src/features/calls/inline-preview/inline-preview.queries.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { asService } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';

const CALL = { callId: '2026-08', projectId: 'any', startedAt: new Date('2026-08-31T23:59:59.999Z') };
const READ_ALL = { caller: true, spokenTranscript: true, redactedTranscript: true, summary: true };
const literal = (value: unknown): string =>
  escapeLiteral(value instanceof Date ? value.toISOString() : String(value));

// Explains statements with the application's own login, under row-level security.
describe('reading one call', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let app: Client;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    const project = await test.world.aProject(tenant);
    const starts = ['2026-08-31T23:59:59.999Z', '2026-09-10T00:00:00Z', '2026-10-01T00:00:00Z'];
    await postCalls(
      test,
      tenant,
      starts.map((start) =>
        aCall(project, { call_id: start.slice(0, 7), started_at_utc: start, ended_at_utc: null }),
      ),
    );
    app = await asService(test.databases, tenant);
  });
  afterAll(() => app.end());

  // Fails if the start is left out of either table's key: every month would be searched.
  it.each([
    ['detail', callDetailQuery],
    ['preview', callPreviewQuery],
  ])('(%s) looks into its one month alone, whether planned for the call or for any', async (_, queryOf) => {
    const { clientId } = tenant;
    const { name, text, values } = queryOf(CALL, READ_ALL);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await app.query(`BEGIN; SET LOCAL plan_cache_mode = ${mode}`);
      await app.query(`PREPARE ${name} AS ${text}`);
      const { rows } = await app.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF)
         EXECUTE ${name} (${[clientId, 'prod', ...values].map(literal).join(', ')})`,
      );
      await app.query(`ROLLBACK; DEALLOCATE ${name}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const months = [...plan.matchAll(/ on ((?:calls|call_contents)_\w+) \S+ \(actual/g)].map(
        ([, part]) => part,
      );
      expect(months.sort(), plan).toEqual(['call_contents_y2026m08', 'calls_y2026m08']);
    }
  });
});
