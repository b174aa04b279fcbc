import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { LINK_CONTACTS } from '../../../src/features/dispatch/reports/link.queries.js';
import {
  DISPATCHES_BY_ID,
  LOCK_DISPATCHES,
  SAVE_DISPATCH_STATES,
} from '../../../src/features/dispatch/lookup/report.queries.js';
import { MARK_TAKEN, TAKEN_SINGLES } from '../../../src/features/dispatch/lookup/single.queries.js';
import { RESCHEDULE } from '../../../src/features/dispatch/lookup/claim.queries.js';
import { HAS_CONTACTS } from '../../../src/features/campaigns/erasure/contact-erasure.queries.js';
import { KNOWN_CONTACTS, LOCK_CONTACTS } from '../../../src/features/campaigns/import/import.queries.js';
import { WRITE_REASONS } from '../../../src/features/campaigns/lookup/requeue-decisions.queries.js';
import { DIALLED_CALLS } from '../../../src/features/campaigns/lookup/dialled-calls.queries.js';
import {
  LOCK_CAMPAIGNS_OF_NUMBER,
  SUPPRESS_CONTACTS,
  SUPPRESSION_OF_NUMBER,
} from '../../../src/features/campaigns/lookup/opt-outs.queries.js';
import { SUPPRESSED_AMONG } from '../../../src/features/campaigns/lookup/suppressed-numbers.queries.js';
import { asService, useTestDatabases, withClient } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';

const TENANT = { clientId: 'large', dataEnv: 'prod' } as const;
const OWN = 5_000;
const OTHERS = 1_000;
const CAMPAIGN = randomUUID();
const NOW = '2026-03-02T00:00:00Z';
const TABLES = ['suppressions', 'dispatches', 'campaign_contacts', 'single_dispatches'];

const ASKED = Array.from({ length: 50 }, (_, index) => index * 7 + 1);
const IDS = ASKED.map((n) => createHash('md5').update(String(n)).digest('hex'));
const HASHES = ASKED.map((n) => createHash('sha256').update(String(n)).digest());
const NAMES = ASKED.map((n) => `x${n}`);

const planting = (client: string, rows: number): string[] => [
  `INSERT INTO suppressions (client_id, data_env, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
   SELECT ${client}, 'prod', sha256(n::text::bytea), 'k', '***', 'direct_opt_out', 'test', now() - n * interval '1 second', 'test'
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO campaign_contacts (client_id, data_env, campaign_id, contact_id, external_contact_id, phone_hash, phone_hash_key_id, phone_encrypted,
                                  masked_phone, status, is_callable, attempt_count, created_at, updated_at)
   SELECT ${client}, 'prod', '${CAMPAIGN}', md5(n::text)::uuid, 'x' || n, sha256(n::text::bytea), 'k', '\\x00', '***', 'dialing', true, 1, now(), now()
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO dispatches (client_id, data_env, dispatch_id, campaign_id, contact_id, project_id, attempt_number, status, lease_expires_at,
                           taken_at, call_id)
   SELECT ${client}, 'prod', md5(n::text)::uuid, '${CAMPAIGN}', md5(n::text)::uuid, 'p', 1, 'leased', now(), now(), 'x' || n
     FROM generate_series(1, ${rows}) n`,
  `INSERT INTO single_dispatches (client_id, data_env, dispatch_id, project_id, status, phone_hash, phone_hash_key_id, call,
                                  project_version, content_hash, requested_at, requested_by, expires_at)
   SELECT ${client}, 'prod', md5(n::text)::uuid, 'p', 'taken', sha256(n::text::bytea), 'k', '{}', 1, 'h', now(), 'test', now()
     FROM generate_series(1, ${rows}) n`,
];

const all = (value: unknown): unknown[] => ASKED.map(() => value);

/** A statement, its parameters, and the number of its result rows. */
const CASES: readonly (readonly [NamedQuery, readonly unknown[], number])[] = [
  [SUPPRESSED_AMONG, ['p', HASHES], 50],
  [DIALLED_CALLS, [NAMES], 50],
  [TAKEN_SINGLES, [IDS], 50],
  [KNOWN_CONTACTS, [CAMPAIGN, NAMES], 50],
  [DISPATCHES_BY_ID, [IDS], 50],
  [LOCK_DISPATCHES, [IDS], 50],
  [LOCK_CONTACTS, [CAMPAIGN, IDS], 50],
  [HAS_CONTACTS, [], 1],
  [SUPPRESSION_OF_NUMBER, [null, HASHES.slice(0, 1)], 1],
  [LOCK_CAMPAIGNS_OF_NUMBER, [null, HASHES.slice(0, 1)], 0],
  [SUPPRESS_CONTACTS, [[CAMPAIGN], HASHES.slice(0, 1), NOW], 1],
  [MARK_TAKEN, [IDS], 0],
  [RESCHEDULE, [all(CAMPAIGN), IDS, all(null), all(null), NOW], 0],
  [WRITE_REASONS, [CAMPAIGN, IDS, all(null), NOW], 0],
  [LINK_CONTACTS, [NAMES.map((name) => `${name}-new`), all(CAMPAIGN), IDS, all(NOW)], 0],
  [
    SAVE_DISPATCH_STATES,
    [
      ...[IDS, all('in_call'), all(1), all(NOW), all(null), all(null), all(null), all(false)],
      ...[all(CAMPAIGN), IDS, all('in_call'), all(null), all(null), all(null), NOW],
    ],
    0,
  ],
];

/**
 * A kept plan is made once and for no particular tenant: among many small tenants, or before there
 * are statistics. A lookup by key must still cost the same, and no tenant's cost may depend on the
 * data of others.
 */
describe.each([
  ['without statistics', []],
  ['beside many small tenants', [...planting(`'small-' || n`, OTHERS), `ANALYZE ${TABLES.join(', ')}`]],
])('lookups of a large tenant %s', (_, before) => {
  const databases = useTestDatabases();
  let large: Client;
  let none: Client;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(`SET session_replication_role = replica`);
      for (const table of TABLES) await db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      for (const statement of [...planting(`'large'`, OWN), ...before]) await db.query(statement);
    });
    large = await asService(databases, TENANT);
    none = await asService(databases, { ...TENANT, clientId: 'without-any' });
  });
  afterAll(() => Promise.all([large.end(), none.end()]));

  /**
   * Rows that a statement answers and rows that it reads. Counts the rows that a statement returns
   * and the rows that it reads; its writes are rolled back.
   */
  const costOf = async (
    client: Client,
    clientId: string,
    statement: NamedQuery,
    values: readonly unknown[],
  ) => {
    await client.query('BEGIN');
    const bound = statementFor({ ...TENANT, clientId }, statement, values);
    try {
      const plan = await explained(client, { ...bound, keepsPlan: true });
      return { answered: plan['Actual Rows'], read: rowsRead(plan) };
    } finally {
      await client.query('ROLLBACK');
    }
  };

  // Fails if an index that begins with the tenant is scanned for all rows of the tenant, or a table
  // for all tenants.
  it.each(
    CASES.map(([statement, values, answered]) => [statement.name, statement, values, answered] as const),
  )('%s reads what it is asked for', async (_, statement, values, answered) => {
    const cost = await costOf(large, 'large', statement, values);
    expect(cost.answered).toBe(answered);
    expect(cost.read).toBeGreaterThan(0);
    expect(cost.read).toBeLessThanOrEqual(4 * ASKED.length);
    expect((await costOf(none, 'without-any', statement, values)).read).toBe(0);
  });
});
