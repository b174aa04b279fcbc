import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startChild } from '../../harness/children.ts';
import type { Child } from '../../harness/children.ts';
import { compare } from '../../harness/compare.ts';
import type { Bench, Row } from '../../harness/compare.ts';
import type { ProbeReport } from '../../harness/stall-probe.ts';

const ERASER = join(import.meta.dirname, '../../servers/eraser.ts');
const PROBE = fileURLToPath(import.meta.resolve('../../harness/stall-probe.ts'));

/** Calls of one caller, among as many others. */
const CALLS = 10_000;
const PAIRS = 5;
/** As in the service, so that the same locks are held for the same time. */
const BATCH = 500;
/** Size of a sealed transcript of a minute, and of its redacted form. */
const TRANSCRIPT_BYTES = 1_536;

// Calls of three months with contents that seem sealed to the store; every second call is the
// caller's.
const PLANT = `
  WITH planted AS (
    SELECT $1::text || n AS call_id, date_trunc('milliseconds', '2026-08-01Z'::timestamptz + n * interval '6 minutes') AS started,
           CASE WHEN n % 2 = 0 THEN $2::bytea ELSE sha256(convert_to(n::text, 'UTF8')) END AS hash
      FROM generate_series(1, ${CALLS * 2}) n),
  calls AS (
    INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc,
                       duration_seconds, caller_masked, caller_hash, caller_hash_key_id, transcript_available, redaction_status)
    SELECT 'client-1', 'prod', call_id, 1, 'bench-project', 'inbound', 'phone', 'completed', started, 60,
           '+61 *** *** 156', hash, 'key', true, 'verified' FROM planted),
  contents AS (
    INSERT INTO call_contents (client_id, data_env, call_id, started_at_utc, caller_number_encrypted, caller_name_encrypted,
                               summary_encrypted, transcript_encrypted, redacted_transcript_encrypted)
    SELECT 'client-1', 'prod', call_id, started, hash, hash, hash, text, text
      FROM planted, LATERAL (SELECT decode(repeat(md5(call_id), ${TRANSCRIPT_BYTES / 16}), 'hex') AS text) sealed)
  INSERT INTO call_index (client_id, data_env, call_id, revision, project_id, started_at_utc)
  SELECT 'client-1', 'prod', call_id, 1, 'bench-project', started FROM planted`;

const OPEN_MONTHS = `SELECT open_call_months(ARRAY['2026-08-01Z', '2026-09-01Z', '2026-10-01Z', '2026-11-01Z']::timestamptz[])`;

/** A store with calls of a caller who occurs nowhere else. */
class PlantedCaller {
  readonly prefix = `${randomUUID()}-`;
  readonly hash = createHash('sha256').update(this.prefix).digest();

  private readonly db: Client;

  constructor(db: Client) {
    this.db = db;
  }

  async plant(): Promise<this> {
    await this.db.query(OPEN_MONTHS);
    await this.db.query(PLANT, [this.prefix, this.hash]);
    await this.db.query('VACUUM (ANALYZE) calls, call_contents, call_index');
    return this;
  }

  /** @throws if a call is left */
  async assertErased(): Promise<void> {
    if ((await this.left()) > 0) throw new Error('Calls were left.');
  }

  async left(): Promise<number> {
    const { rows } = await this.db.query<{ left: number }>(
      `SELECT count(*)::integer AS left FROM calls WHERE client_id = 'client-1' AND data_env = 'prod' AND caller_hash = $1`,
      [this.hash],
    );
    return rows[0]!.left;
  }

  get callIds(): string[] {
    return Array.from({ length: CALLS }, (_, at) => `${this.prefix}${(at + 1) * 2}`);
  }
}

const OF = `client_id = 'client-1' AND data_env = 'prod'`;

/**
 * Only the statements, in batches as large as ours: without row-level security, counts, legal holds
 * and other batches.
 */
async function eraseBarely(db: Client, { hash }: PlantedCaller): Promise<number> {
  const startedAt = performance.now();
  for (let from = new Date(0); ;) {
    await db.query('BEGIN');
    const { rows } = await db.query<{ call_id: string; started_at_utc: Date }>({
      name: 'next',
      text: `SELECT call_id, started_at_utc FROM calls WHERE ${OF} AND caller_hash = $1 AND started_at_utc > $2
              ORDER BY started_at_utc LIMIT ${BATCH}`,
      values: [hash, from],
    });
    const values = [rows.map((row) => row.call_id), rows.map((row) => row.started_at_utc)];
    const those = `unnest($1::text[], $2::timestamptz[]) AS those (call_id, started_at_utc)`;
    const matching = (table: string): string =>
      `${table}.call_id = those.call_id AND ${table}.started_at_utc = those.started_at_utc`;
    await db.query({
      name: 'lock',
      text: `SELECT 1 FROM call_index WHERE ${OF} AND call_id = ANY($1) ORDER BY call_id FOR UPDATE`,
      values: values.slice(0, 1),
    });
    await db.query({
      name: 'calls',
      text: `UPDATE calls c SET caller_hash = NULL, caller_masked = NULL, contact_id = NULL, redaction_status = NULL,
                    transcript_available = false, updated_at = now() FROM ${those} WHERE ${OF} AND ${matching('c')}`,
      values,
    });
    await db.query({
      name: 'contents',
      text: `UPDATE call_contents n SET caller_number_encrypted = NULL, caller_name_encrypted = NULL, transfer_encrypted = NULL,
                    summary_encrypted = NULL, transcript_encrypted = NULL, redacted_transcript_encrypted = NULL
               FROM ${those} WHERE ${OF} AND ${matching('n')}`,
      values,
    });
    await db.query({
      name: 'index',
      text: `UPDATE call_index SET erased_at = now() WHERE ${OF} AND call_id = ANY($1)`,
      values: values.slice(0, 1),
    });
    await db.query('COMMIT');
    if (rows.length < BATCH) return performance.now() - startedAt;
    from = rows.at(-1)!.started_at_utc;
  }
}

async function onStore<T>({ platform }: Bench, work: (db: Client) => Promise<T>): Promise<T> {
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

const startEraser = ({ platform }: Bench, mode: string, preload?: string): Promise<Child> =>
  startChild(ERASER, {
    args: [mode],
    environment: { ...platform.environment, METADATA_DATABASE_URL: platform.workerMetadataUrl },
    ...(preload !== undefined && { preload }),
  });

export const Q4: Row = {
  id: 'Q4',
  what: `erasure of a caller's ${CALLS} calls with transcripts, in the worker`,
  against: 'the bare statements over one connection, in batches of the same size',
  unit: 'ms',
  target: { atMost: 3 },
  control: 'call-by-call',
  measure: (bench, worsened) =>
    onStore(bench, async (db) => {
      const eraser = await startEraser(bench, worsened ? 'call-by-call' : '');
      const figures = await compare(
        PAIRS,
        async () => {
          const caller = await new PlantedCaller(db).plant();
          const order = { erase: randomUUID(), hash: caller.hash.toString('hex') };
          const { ms } = await eraser.ask<{ ms: number }>({
            ...order,
            ...(worsened && { callIds: caller.callIds }),
          });
          await caller.assertErased();
          return ms;
        },
        async () => {
          const caller = await new PlantedCaller(db).plant();
          const ms = await eraseBarely(db, caller);
          await caller.assertErased();
          return ms;
        },
      );
      await eraser.stop();
      return figures;
    }),
};

const ASK_EVERY_MS = 100;

/** The cost of an erasure for the rest of the worker. */
export const Q4_STALL: Row = {
  id: 'Q4s',
  what: `longest stall of the worker, erasure of ${CALLS} calls`,
  against: '-',
  unit: 'ms',
  target: { atMost: 25 },
  measure: (bench) =>
    onStore(bench, async (db) => {
      const eraser = await startEraser(bench, 'probed', PROBE);
      const stalls: ProbeReport[] = [];
      // The first round opens the store and compiles.
      for (let round = 0; round <= PAIRS; round += 1) {
        const caller = await new PlantedCaller(db).plant();
        await eraser.ask({ probe: 'begin' });
        // The probe answers at once; the eraser answers when it is done.
        await eraser.ask({ erase: randomUUID(), hash: caller.hash.toString('hex') });
        while ((await caller.left()) > 0) await delay(ASK_EVERY_MS);
        stalls.push(await eraser.ask<ProbeReport>({ probe: 'end' }));
        await delay(ASK_EVERY_MS);
      }
      await eraser.stop();
      const longest = (of: (report: ProbeReport) => number): number =>
        Number(Math.max(...stalls.slice(1).map(of)).toFixed(1));
      return {
        ours: longest(({ ownMs }) => ownMs),
        floor: null,
        ratio: null,
        ratios: [],
        notes: { wall: longest(({ wallMs }) => wallMs), peakMiB: longest(({ peakMiB }) => peakMiB) },
      };
    }),
};
