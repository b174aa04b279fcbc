import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_IN_ORDER, TAKE_MARKS_IN_ORDER } from '../../../src/core/work/work.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { rowsRead, planOf } from '../../support/explain.js';

const BATCH = 100;
const PER_KEY = 3;

/*
 * After a burst PostgreSQL has no statistics of the marks, or those of another time. Whichever it
 * is, what is taken in order is each read once, and so are the first mark of its key and the mark
 * before it; it is found again and changed when it is leased.
 */
describe('marks that are taken in order', () => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    app = await asService(databases, { clientId: 'planned', dataEnv: 'prod' });
  });
  afterAll(() => app.end());

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
    await app.query('BEGIN');
    await app.query(READ_IN_ORDER.text);
    const plan = await planOf(app, `EXPLAIN (ANALYZE, FORMAT JSON) ${TAKE_MARKS_IN_ORDER.text}`, [
      'planned',
      'prod',
      'test.planned',
      BATCH,
      60_000,
    ]);
    await app.query('ROLLBACK');
    expect(plan['Actual Rows']).toBe(BATCH);
    expect(rowsRead(plan)).toBeLessThanOrEqual(5 * BATCH);
  });
});
