import type { Client } from 'pg';
import { MEASURES } from '#app/features/calls/rollup/measures.js';
import { CALLER_MIX_PROJECT, SMALLEST_PROJECT } from '../call-history.ts';

// Ten million calls are too many for the ingest route on two cores: so they are copies of calls
// that were ingested.

/** The number of copies of each call, and the projects that do not grow. */
export interface Copies {
  readonly each: number;
  readonly except: readonly string[];
}

/** All calls of the smallest project keep the contents that were sealed for them. */
export const FIRST_COPIES: Copies = { each: 10, except: [SMALLEST_PROJECT] };
/** While other projects grow, the caller mix counts the same number of calls. */
export const SECOND_COPIES: Copies = { each: 4, except: [SMALLEST_PROJECT, CALLER_MIX_PROJECT] };

/**
 * A copy begins within the same hour, at another instant, under an id of its own, and with a caller
 * of its own. Sealed contents are copied as they are, and no longer open.
 */
const COPY = `
 CROSS JOIN (SELECT '.' || $1::integer || '.' || n AS k FROM generate_series(1, $1::integer) n) nth
 CROSS JOIN LATERAL (
   SELECT date_trunc('hour', c.started_at_utc, 'UTC') - c.started_at_utc
          + ((extract(epoch FROM c.started_at_utc) * 1000)::bigint + abs(hashtext(c.call_id || k)::bigint)) % 3600000
            * interval '1 millisecond' AS shift,
          left(c.call_id, 14) || left(md5(c.call_id || k), 6) || substr(c.call_id, 21) || k AS call_id) copy
 WHERE c.started_at_utc >= $2 AND c.started_at_utc < $3 AND c.project_id <> ALL ($4::text[])`;

const OTHERWISE: Readonly<Record<string, string>> = {
  call_id: 'copy.call_id',
  caller_hash: `sha256(c.caller_hash || convert_to(k, 'UTF8'))`,
  ...Object.fromEntries(
    ['started_at_utc', 'answered_at_utc', 'ended_at_utc', 'consent_obtained_at_utc'].map((name) => [
      name,
      `c.${name} + copy.shift`,
    ]),
  ),
};

/**
 * Contents and index entries before the calls, because all three are selected by the calls that
 * existed before.
 */
const TABLES = [
  ['call_contents', 'n'],
  ['call_index', 'n'],
  ['calls', 'c'],
] as const;

/** @returns the INSERT that copies a month of a table */
async function copyOf(db: Client, table: string, from: 'n' | 'c'): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => OTHERWISE[name] ?? `${from}.${name}`);
  const join = from === 'c' ? '' : ` JOIN ${table} n USING (client_id, data_env, call_id, started_at_utc)`;
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM calls c${join} ${COPY}
           ORDER BY c.started_at_utc + copy.shift`;
}

/**
 * Drops the indexes of the two large tables.
 * @returns the statements that create them again unchanged
 */
async function dropIndexes(db: Client): Promise<readonly string[]> {
  const { rows } = await db.query<{ take: string; make: string }>(
    `SELECT CASE WHEN k.conname IS NULL THEN 'DROP INDEX ' || i.indexrelid::regclass
                 ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, k.conname) END AS take,
            CASE WHEN k.conname IS NULL THEN replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
                 ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) END AS make
       FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p'
      WHERE i.indrelid IN ('calls'::regclass, 'call_contents'::regclass)`,
  );
  for (const { take } of rows) await db.query(take);
  return rows.map(({ make }) => make);
}

/**
 * Copies all calls month by month, and adds them to the sums: a copy counts in the hour of its
 * original. Indexes are made afterwards, which takes a quarter of the time.
 */
export async function copyCalls(db: Client, { each, except }: Copies): Promise<void> {
  const statements: string[] = [];
  for (const [table, from] of TABLES) statements.push(await copyOf(db, table, from));
  const { rows: months } = await db.query<{ month: Date; next: Date }>(
    `SELECT month, month + interval '1 month' AS next
       FROM (SELECT generate_series(date_trunc('month', min(started_at_utc)), max(started_at_utc), interval '1 month') AS month
               FROM calls) months`,
  );
  await db.query(`SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'`);
  await db.query('BEGIN');
  const made = await dropIndexes(db);
  for (const { month, next } of months) {
    for (const statement of statements) {
      const { rowCount } = await db.query(statement, [each, month, next, except]);
      console.log(`  ${month.toISOString().slice(0, 7)}: ${rowCount} rows`);
    }
  }
  for (const statement of made) {
    console.log(`  ${statement.slice(0, 70)}`);
    await db.query(statement);
  }
  const sums = MEASURES.filter(({ combine }) => combine === 'sum').map(({ name }) => name);
  await db.query(
    `UPDATE call_rollups SET ${sums.map((name) => `${name} = ${name} * (1 + $1::integer)`).join(', ')}
      WHERE project_id <> ALL ($2::text[])`,
    [each, except],
  );
  await db.query('COMMIT');
}
