import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_IN_ORDER, TAKE_MARKS_IN_ORDER } from '../../../src/core/work/work.queries.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';

/** A node of EXPLAIN (ANALYZE, FORMAT JSON). */
interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const BATCH = 100;
const PER_KEY = 3;

/** Rows that scans have looked at, whether they gave them on or not. */
function readBy(plan: Plan): number {
  const found = plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'];
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0);
  return (found + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] + below;
}

/*
 * After a burst PostgreSQL has no statistics of the marks, or those of another time. Whichever it is, what is taken in order
 * is each read once, and so are the first mark of its key and the mark before it; it is found again and changed when it is leased.
 */
describe('marks that are taken in order', () => {
  let databases: TestDatabases;
  let app: Client;

  beforeAll(async () => {
    databases = await createTestDatabases();
    app = new Client({ connectionString: databases.storeUrls.get('store-a')! });
    await app.connect();
  });
  afterAll(async () => {
    await app.end();
    await databases.drop();
  });

  const inStore = (...statements: string[]): Promise<void> =>
    withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      for (const statement of statements) await db.query(statement);
    });
  const append = (marks: number): Promise<void> =>
    inStore(
      'TRUNCATE work_marks',
      `INSERT INTO work_marks (client_id, data_env, kind, key, payload, ready_at)
       SELECT 'planned', 'prod', 'test.planned', 'call-' || md5((i % (${marks} / ${PER_KEY}))::text), '{}', now() - i * interval '1 ms'
         FROM generate_series(1, ${marks}) i`,
    );

  // Turns red when the earliest mark of a key is read off another index than the one by key.
  it.each<[string, number, readonly string[]]>([
    ['without statistics', 3_000, []],
    ['without statistics, of many', 20_000, []],
    ['with statistics', 20_000, ['ANALYZE work_marks']],
  ])('are read once each, %s', async (_, marks, before) => {
    await inStore(
      'ALTER TABLE work_marks SET (autovacuum_enabled = false)',
      `DELETE FROM pg_statistic WHERE starelid = 'work_marks'::regclass`,
    );
    await append(marks);
    await inStore(...before);
    await app.query(`BEGIN; SET LOCAL app.client_id = 'planned'; SET LOCAL app.data_env = 'prod'`);
    await app.query(READ_IN_ORDER.text);
    const { rows } = await app.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${TAKE_MARKS_IN_ORDER.text}`,
      ['planned', 'prod', 'test.planned', BATCH, 60_000],
    );
    await app.query('ROLLBACK');
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN'];
    expect(plan['Actual Rows']).toBe(BATCH);
    expect(readBy(plan)).toBeLessThanOrEqual(5 * BATCH);
  });
});
