import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { READ_BY_INDEX } from '../../../src/features/webhooks/queue/read-by-index.queries.js';
import {
  CLAIM_DELIVERIES,
  END_DELIVERIES,
  NEXT_DUE,
  NOTE_ATTEMPTS,
  RESCHEDULE,
} from '../../../src/features/webhooks/delivery/delivery.queries.js';
import { WEBHOOK_POSITIONS } from '../../../src/features/webhooks/relay/event-relay.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';

const TENANT = { clientId: 'new', dataEnv: 'prod' } as const;
const WAITING = 3000;
const ASKED = 200;
const WEBHOOK = randomUUID();
const TOKEN = '7';

/**
 * The queue of a tenant after an outage, without statistics in PostgreSQL, and with kept plans,
 * which expect every array to be short: the cost of a turn must depend on what it settles and
 * claims, and not on all that waits or on its own square.
 */
describe('statements on a full queue', () => {
  const databases = useTestDatabases();
  let app: Client;
  let ids: string[];
  /** Rows without a dead version from an earlier test. */
  let untouched: string[];
  let madeAt: string;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(`ALTER TABLE webhook_queue SET (autovacuum_enabled = false)`);
      await db.query(`ALTER TABLE webhook_positions SET (autovacuum_enabled = false)`);
      await db.query(
        `INSERT INTO webhook_positions (client_id, data_env, call_id, sequence, updated_at)
         SELECT 'new', 'prod', 'c' || n, 1, now() FROM generate_series(0, ${WAITING - 1}) AS n`,
      );
      await db.query(
        `INSERT INTO webhook_queue (client_id, data_env, delivery_id, created_at, webhook_id, project_id, call_id, event_id,
                                    event_type, sequence, occurred_at, is_test, max_attempts, ready_at, lease_token)
         SELECT 'new', 'prod', uuidv7(), now(), $1, 'p', 'c' || n / 3, uuidv7(), 'call_ended', n % 3 + 1, now(), false, 4,
                now(), $2 FROM generate_series(0, ${WAITING - 1}) AS n`,
        [WEBHOOK, TOKEN],
      );
      await db.query(
        `INSERT INTO webhook_deliveries (client_id, data_env, created_at, delivery_id, webhook_id, project_id, call_id, event_id,
                                         event_type, sequence, occurred_at, is_test, status, max_attempts, endpoint_host, transcript_mode)
         SELECT client_id, data_env, created_at, delivery_id, webhook_id, project_id, call_id, event_id, event_type, sequence,
                occurred_at, is_test, 'pending', 4, 'localhost', 'none' FROM webhook_queue`,
      );
      const { rows } = await db.query<{ delivery_id: string; created_at: Date }>(
        `SELECT delivery_id, created_at FROM webhook_queue ORDER BY delivery_id`,
      );
      const all = rows.map((row) => row.delivery_id);
      ids = all.slice(0, ASKED);
      untouched = all.slice(-ASKED);
      madeAt = rows[0]!.created_at.toISOString();
    });
    app = await asService(databases, TENANT);
  });
  afterAll(() => app.end());

  /** The same value for each of them. */
  const each = <T>(value: T): T[] => ids.map(() => value);
  const calls = Array.from({ length: ASKED / 4 }, (_, index) => `c${index}`);
  const NOTED = (noted = ids): readonly unknown[] => [
    noted,
    [madeAt],
    each('succeeded'),
    each('http_status'),
    each(204),
    each(3),
    each(1),
    each(madeAt),
    each('localhost'),
    each('none'),
    each(1),
    [WEBHOOK],
  ];
  const CASES: readonly (readonly [NamedQuery, () => readonly unknown[]])[] = [
    [CLAIM_DELIVERIES, () => [[WEBHOOK], [ASKED / 4], 90, ASKED]],
    [END_DELIVERIES, () => [ids, each(TOKEN)]],
    [RESCHEDULE, () => [ids, each(TOKEN), each(30), each(1)]],
    [NEXT_DUE, () => [[WEBHOOK]]],
    [NOTE_ATTEMPTS, () => NOTED()],
  ];

  // webhooks 7.6, 7.7; fails if each row is compared with each other row, or if everything that
  // waits is read
  it.each(CASES.map(([statement, values]) => [statement.name, statement, values] as const))(
    '%s reads what it is asked for',
    async (_, statement, values) => {
      await app.query('BEGIN');
      try {
        await app.query(READ_BY_INDEX.text);
        const bound = statementFor(TENANT, statement, values());
        const plan = await explained(app, { ...bound, keepsPlan: true });
        expect(rowsRead(plan)).toBeLessThanOrEqual(5 * ASKED);
      } finally {
        await app.query('ROLLBACK');
      }
    },
  );

  // This statement does not need the settings of the relay's transaction.
  it('webhook_positions_read reads what it is asked for', async () => {
    const bound = statementFor(TENANT, WEBHOOK_POSITIONS, [calls]);
    const plan = await explained(app, { ...bound, keepsPlan: true });
    expect(plan['Actual Rows']).toBe(calls.length);
    expect(rowsRead(plan)).toBeLessThanOrEqual(2 * calls.length);
  });

  // Fails if a page has no room for the changes of all its rows: then each is a new entry of every
  // index
  it('webhook_deliveries_note leaves the rows of a page in it', async () => {
    await app.query('BEGIN');
    try {
      const { text, values } = statementFor(TENANT, NOTE_ATTEMPTS, NOTED(untouched));
      const before = await pagesOf(untouched);
      await app.query(text, values);
      expect(await pagesOf(untouched)).toEqual(before);
    } finally {
      await app.query('ROLLBACK');
    }
  });

  /** The page of the history that contains each delivery. */
  const pagesOf = async (deliveryIds: readonly string[]): Promise<string[]> => {
    const { rows } = await app.query<{ page: string }>(
      `SELECT (ctid::text::point)[0]::text AS page FROM webhook_deliveries WHERE delivery_id = ANY($1) ORDER BY delivery_id`,
      [deliveryIds],
    );
    expect(rows).toHaveLength(deliveryIds.length);
    return rows.map((row) => row.page);
  };
});
