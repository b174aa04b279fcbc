import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_IN_ORDER, CLAIM_ITEMS_IN_ORDER } from '../../../src/core/work/work.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { rowsRead, planOf } from '../../support/explain.js';

const BATCH = 100;
const PER_KEY = 3;

/**
 * After a burst PostgreSQL has no statistics of the work items, or those of another time. In either
 * case each claimed work item is read once, and so are the first work item of its key and the one
 * before it; it is found again and changed when it is leased.
 */
describe('work items that are taken in order', () => {
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
  const append = (items: number): Promise<void> =>
    inStore(
      'TRUNCATE work_items',
      `INSERT INTO work_items (client_id, data_env, kind, key, payload, ready_at)
       SELECT 'planned', 'prod', 'test.planned', 'call-' || md5((i % (${items} / ${PER_KEY}))::text), '{}', now() - i * interval '1 ms'
         FROM generate_series(1, ${items}) i`,
    );

  // Fails if the earliest work item of a key is read off another index than the one by key.
  it.each<[string, number, readonly string[]]>([
    ['without statistics', 3_000, []],
    ['without statistics, of many', 20_000, []],
    ['with statistics', 20_000, ['ANALYZE work_items']],
  ])('are read once each, %s', async (_, items, before) => {
    await inStore(
      'ALTER TABLE work_items SET (autovacuum_enabled = false)',
      `DELETE FROM pg_statistic WHERE starelid = 'work_items'::regclass`,
    );
    await append(items);
    await inStore(...before);
    await app.query('BEGIN');
    await app.query(READ_IN_ORDER.text);
    const plan = await planOf(app, `EXPLAIN (ANALYZE, FORMAT JSON) ${CLAIM_ITEMS_IN_ORDER.text}`, [
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
