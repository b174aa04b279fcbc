import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_BY_PREFIX, ASSIGNMENTS_OF_SUBJECTS } from '../../../src/core/auth/identity.queries.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { SystemPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';

// Every request runs these statements before its own: they find rows by key however many tenants
// there are, and are planned once. Each tenant of the platform has a person, an organisation, a key,
// an address and a required connection.
const TENANTS = 3_000;
// PostgreSQL may switch to a generic plan from the sixth execution on.
const RUNS = 8;

const PLANT = [
  `INSERT INTO clients (client_id, business_name, timezone) SELECT 'many-' || n, 'Many', 'UTC' FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO portal_users (subject, display_name) SELECT 'many-' || n, 'Many' FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO partner_organisations (organisation_id, name) SELECT 'many-' || n, 'Many' FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO partner_organisation_members (organisation_id, user_id)
   SELECT subject, user_id FROM portal_users WHERE subject LIKE 'many-%'`,
  `INSERT INTO partner_client_ownerships (organisation_id, client_id)
   SELECT 'many-' || n, 'many-' || n FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, organisation_id)
   SELECT user_id, subject, 'prod', 'partner_admin', subject FROM portal_users WHERE subject LIKE 'many-%'`,
  `INSERT INTO tenant_ip_allowlist (client_id, data_env, network)
   SELECT 'many-' || n, 'prod', '127.0.0.0/8' FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO tenant_required_connections (client_id, data_env, connection_id, required_at, required_by)
   SELECT 'many-' || n, 'prod', gen_random_uuid(), now(), 'many' FROM generate_series(1, ${TENANTS}) n`,
  `INSERT INTO api_keys (client_id, data_env, key_prefix, scope, description, secret_hash, last_four, created_by, organisation_id)
   SELECT 'many-' || n, 'prod', 'many-' || n, 'partner_admin', 'Many', '\\x00', 'many', 'many', 'many-' || n
     FROM generate_series(1, ${TENANTS}) n`,
  'ANALYZE',
];

describe('what guards ask the metadata store', () => {
  const test = useTestApp();
  let connection: PoolClient;

  beforeAll(async () => {
    await withClient(test.databases.superuser.metadataUrl, async (db) => {
      for (const statement of PLANT) await db.query(statement);
    });
    connection = await test.app.get(SystemPool).connect();
  });
  afterAll(() => connection.release());

  const PERSON: [NamedQuery, unknown[]] = [ASSIGNMENTS_OF_SUBJECTS, [['many-7'], ['prod']]];
  const KEY: [NamedQuery, unknown[]] = [API_KEY_BY_PREFIX, ['many-7', new Date()]];

  // access 2.6, 4.8
  it.each([
    ['of a person', PERSON, /ownerships_by_client/],
    ['of a key', KEY, /ownerships_(by_client|pkey)/],
  ] as const)(
    '%s finds each row by an index that begins with what it knows',
    async (_, [{ text }, values], ofOwners) => {
      const { rows } = await connection.query<Record<'QUERY PLAN', string>>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(ofOwners);
      expect(plan).not.toContain('Seq Scan');
    },
  );

  it.each([
    ['of a person', PERSON],
    ['of a key', KEY],
  ] as const)('%s is planned once', async (_, [{ name, text }, values]) => {
    for (let run = 0; run < RUNS; run += 1) {
      const { rowCount } = await connection.query({ name, text, values });
      expect(rowCount).toBe(1);
    }
    const { rows } = await connection.query(
      'SELECT generic_plans::integer, custom_plans::integer FROM pg_prepared_statements WHERE name = $1',
      [name],
    );
    expect(rows).toEqual([{ generic_plans: RUNS, custom_plans: 0 }]);
  });
});
