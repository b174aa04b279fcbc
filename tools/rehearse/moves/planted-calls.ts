import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT, showcaseCall } from '../../demo/calls/showcase-call.ts';
import { deskKeys } from '../../demo/configure.ts';
import type { DemoApiKeySecret } from '../../demo/types.ts';
import { Traffic } from '../traffic.ts';

/** Calls that go through the ingest route, with texts; all others are copies without texts. */
const POSTED = 200;
const HISTORY_MS = 90 * 86_400_000;
/** The newest copy is this much older than the traffic, whose calls are from yesterday. */
const AGE_MS = 3 * 86_400_000;

/** A range of the planted calls. */
export interface Stretch {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly calls: number;
}

export interface Planted {
  /** All calls of the client. */
  readonly calls: number;
  readonly stretch: Stretch;
}

/** Columns in which a copy differs from its original. */
const OTHERWISE: Readonly<Record<string, string>> = {
  call_id: `'planted-' || n`,
  started_at_utc: 'at',
  answered_at_utc: `at + interval '4 seconds'`,
  ended_at_utc: `at + c.duration_seconds * interval '1 second'`,
  caller_hash: `sha256(c.caller_hash || convert_to((n % 40000)::text, 'UTF8'))`,
};

async function copyOf(db: Client, table: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const values = rows.map(({ name }) => OTHERWISE[name] ?? `c.${name}`);
  return `
    INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')})
    SELECT ${values.join(', ')}
      FROM generate_series(1, $1::integer) n
     CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', $2::timestamptz + n * $3::float8 * interval '1 millisecond') AS at) t
      JOIN (SELECT row_number() OVER (ORDER BY call_id) - 1 AS nth, * FROM ${table} WHERE call_id LIKE 'posted-%') c
        ON c.nth = n % ${POSTED}`;
}

/**
 * Gives the showcase client calls of 90 days: some through the ingest route, all others as their
 * copies in SQL, evenly distributed.
 * @param db a connection of the superuser to the client's store
 * @param terms how many calls, and how many copies the stretch has
 */
export async function plantCalls(
  db: Client,
  terms: {
    readonly api: string;
    readonly apiKeys: readonly DemoApiKeySecret[];
    readonly calls: number;
    readonly ofStretch: number;
  },
): Promise<Planted> {
  const posted = Array.from({ length: POSTED }, () => ({
    ...showcaseCall(new Date(Date.now() - AGE_MS)),
    call_id: `posted-${randomUUID()}`,
  }));
  const key = deskKeys(terms.apiKeys)('runtime-ingest');
  await new Traffic([terms.api]).once({ path: '/internal/v1/calls', key, body: posted });
  const since = Date.now() - AGE_MS - HISTORY_MS;
  const copies = terms.calls - POSTED;
  const everyMs = HISTORY_MS / copies;
  await db.query(
    'SELECT open_call_months(ARRAY(SELECT generate_series($1::timestamptz, $2, interval $$1 day$$)))',
    [new Date(since), new Date()],
  );
  for (const table of ['call_index', 'calls'])
    await db.query(await copyOf(db, table), [copies, new Date(since), everyMs]);
  await db.query('VACUUM (ANALYZE) calls, call_index');
  // Between two copies: routes differ in whether a range includes its end.
  const middle = since + (Math.floor(copies / 2) + 0.5) * everyMs;
  const [from, to] = [new Date(middle), new Date(middle + terms.ofStretch * everyMs)];
  const { rows } = await db.query<{ calls: number; inStretch: number }>(
    `SELECT count(*)::integer AS calls,
            count(*) FILTER (WHERE project_id = $3 AND started_at_utc >= $4 AND started_at_utc < $5)::integer AS "inStretch"
       FROM calls WHERE client_id = $1 AND data_env = $2`,
    [SHOWCASE_TENANT.clientId, SHOWCASE_TENANT.dataEnv, SHOWCASE_PROJECT_ID, from, to],
  );
  return { calls: rows[0]!.calls, stretch: { from, to, calls: rows[0]!.inStretch } };
}
