import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/kernel/named-query.js';
import type { NamedQuery } from '../../../src/core/kernel/named-query.js';
import { TAKEN_SINGLES } from '../../../src/features/outbound-campaigns/dispatch/single.queries.js';
import { KNOWN_CONTACTS } from '../../../src/features/outbound-campaigns/import/import.queries.js';
import { DIALLED_CALLS } from '../../../src/features/outbound-campaigns/lookup/dialled-calls.queries.js';
import { SUPPRESSED_AMONG } from '../../../src/features/outbound-campaigns/lookup/suppressed-numbers.queries.js';
import { asService, useTestDatabases, withClient } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';

const TENANT = { clientId: 'large', dataEnv: 'prod' } as const;
const OWN = 5_000;
const OTHERS = 1_000;
const CAMPAIGN = randomUUID();
const ASKED = Array.from({ length: 50 }, (_, index) => index * 7 + 1);
const TABLES = ['suppressions', 'dispatches', 'campaign_contacts', 'single_dispatches'];
const HASHES = ASKED.map((n) => createHash('sha256').update(String(n)).digest());

const planting = (client: string, rows: number): string[] => [
  `INSERT INTO suppressions (client_id, data_env, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
   SELECT ${client}, 'prod', sha256(n::text::bytea), 'k', '***', 'direct_opt_out', 'test', now() - n * interval '1 second', 'test'
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO campaign_contacts (client_id, data_env, campaign_id, external_contact_id, phone_hash, phone_hash_key_id, phone_encrypted,
                                  masked_phone, status, is_callable, created_at, updated_at)
   SELECT ${client}, 'prod', '${CAMPAIGN}', 'x' || n, sha256(n::text::bytea), 'k', '\\x00', '***', 'completed', true, now(), now()
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO dispatches (client_id, data_env, dispatch_id, campaign_id, contact_id, project_id, attempt_number, status, lease_expires_at,
                           taken_at, call_id)
   SELECT ${client}, 'prod', uuidv7(), '${CAMPAIGN}', uuidv7(), 'p', 1, 'leased', now(), now(), 'x' || n
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO single_dispatches (client_id, data_env, dispatch_id, project_id, status, phone_hash, phone_hash_key_id, call,
                                  project_version, content_hash, requested_at, requested_by, expires_at)
   SELECT ${client}, 'prod', md5(n::text)::uuid, 'p', 'taken', sha256(n::text::bytea), 'k', '{}', 1, 'h', now(), 'test', now()
     FROM generate_series(1, ${rows}) n`,
];

const NAMES = ASKED.map((n) => `x${n}`);
const CASES: readonly (readonly [NamedQuery, readonly unknown[]])[] = [
  [SUPPRESSED_AMONG, ['p', HASHES]],
  [DIALLED_CALLS, [NAMES]],
  [TAKEN_SINGLES, [ASKED.map((n) => createHash('md5').update(String(n)).digest('hex'))]],
  [KNOWN_CONTACTS, [CAMPAIGN, NAMES]],
];

/*
 * A plan that is kept fits the tenant of the average: beside many small ones it takes a large one for small too, and one without statistics
 * for empty. What is asked for by an array must cost what it is all the same.
 */
describe.each([
  ['without statistics', []],
  ['beside many small tenants', [...planting(`'small-' || n`, OTHERS), `ANALYZE ${TABLES.join(', ')}`]],
])('lookups of a large tenant %s', (_, before) => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(`SET session_replication_role = replica`);
      for (const table of TABLES) await db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      for (const statement of [...planting(`'large'`, OWN), ...before]) await db.query(statement);
    });
    app = await asService(databases, TENANT);
  });
  afterAll(() => app.end());

  // Turns red when an index that begins with the tenant too is gone through for all that the tenant has.
  it.each(CASES.map(([statement, values]) => [statement.name, statement, values] as const))(
    '%s reads what it is asked for',
    async (_, statement, values) => {
      const plan = await explained(app, { ...statementFor(TENANT, statement, values), keepsPlan: true });
      expect(plan['Actual Rows']).toBe(ASKED.length);
      expect(rowsRead(plan)).toBeLessThanOrEqual(4 * ASKED.length);
    },
  );
});
