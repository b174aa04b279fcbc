import { Client } from 'pg';
import type { FeedOrder } from '../call-feeder.ts';
import { AVERAGE_PROJECT } from '../call-history.ts';
import type { HistoryPart } from '../call-history.ts';
import { callsRequest, wholeDaysBefore } from '../call-requests.ts';
import { built, runToEnd, startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { StartOurs } from '../compare.ts';
import { copyCalls } from './copied-calls.ts';
import type { Copies } from './copied-calls.ts';
import { millisecondsPerRequest } from '../load.ts';
import type { Platform } from '../platform.ts';

export interface PartFigures {
  readonly calls: number;
  readonly ingestSeconds: number;
  readonly callsPerSecond: number;
  readonly copySeconds: number;
  /** Milliseconds for a summary of 30 days of one project before any hour is summed. */
  readonly unsummedMs: number;
  readonly rollupSeconds: number;
  readonly vacuumSeconds: number;
  readonly megabytes: number;
  readonly bytesPerCall: number;
}

interface BuildTools {
  readonly platform: Platform;
  readonly startOurs: StartOurs;
  readonly client: Child;
}

/** Between two lines of progress. */
const SAY_EVERY_MS = 5000;
/**
 * Some seconds of work: often enough to report progress, and rarely enough not to slow the work
 * down.
 */
const BATCHES_AT_ONCE = 24;
/** Two million calls took two minutes. */
const ROLLUP_MS = 60 * 60_000;
const UNSUMMED_REQUESTS = 5;
/** Reading everything may exceed a caller's deadline; here the duration itself is measured. */
export const NO_DEADLINE = { STORE_READ_DEADLINE_MS: '120000', STORE_ANALYSIS_DEADLINE_MS: '120000' };

/** New calls, and then copies of all calls. */
interface Growth {
  /** The end of the history in milliseconds. */
  readonly untilMs: number;
  readonly part?: Omit<HistoryPart, 'untilMs'>;
  readonly copies?: Copies;
}

/**
 * Adds calls to the store, as production would get them: batches through the ingest route of a
 * built process, the hourly sums by the operator's command, and the statistics that autovacuum
 * would keep. Copies are made in SQL.
 */
export async function buildPart(tools: BuildTools, growth: Growth): Promise<PartFigures> {
  const { platform, startOurs, client } = tools;
  const { untilMs, part, copies } = growth;
  const ours = await startOurs(undefined, NO_DEADLINE);
  const ingestSeconds = part === undefined ? 0 : await ingest(ours, platform, { ...part, untilMs });
  const started = performance.now();
  if (copies !== undefined) await asStoreSuperuser(platform, (db) => copyCalls(db, copies));
  const copySeconds = seconds(started);
  await superuser(platform, 'ANALYZE');
  const summary = callsRequest(platform, 'summary', {
    project_id: AVERAGE_PROJECT,
    ...datesOf(untilMs),
  });
  await millisecondsPerRequest(client, ours.port, summary, 1);
  const unsummedMs = await millisecondsPerRequest(client, ours.port, summary, UNSUMMED_REQUESTS);
  await ours.stop();

  console.log('  summing up the hours');
  const summing = performance.now();
  await runToEnd(
    built('operate.js'),
    ['rollup', '--client', 'client-1', '--env', 'prod'],
    { ...platform.environment, METADATA_DATABASE_URL: platform.operatorMetadataUrl },
    ROLLUP_MS,
  );
  const rollupSeconds = seconds(summing);
  // The outbox is pruned after 30 days, and nothing measured here reads it: a fifth of the disk.
  await superuser(platform, 'TRUNCATE call_events');
  await superuser(platform, 'CHECKPOINT');
  const vacuuming = performance.now();
  await superuser(platform, 'VACUUM (ANALYZE)');
  const vacuumSeconds = seconds(vacuuming);
  await superuser(platform, 'CHECKPOINT');
  const [size] = await superuser<{ bytes: string; calls: number }>(
    platform,
    'SELECT pg_database_size(current_database()) AS bytes, count(*)::integer AS calls FROM calls',
  );
  const [bytes, calls] = [Number(size?.bytes), size?.calls ?? 0];
  return {
    calls,
    ingestSeconds: Math.round(ingestSeconds),
    callsPerSecond: part === undefined ? 0 : Math.round(part.calls / ingestSeconds),
    copySeconds: Math.round(copySeconds),
    unsummedMs: Math.round(unsummedMs),
    rollupSeconds: Math.round(rollupSeconds),
    vacuumSeconds: Math.round(vacuumSeconds),
    megabytes: Math.round(bytes / 1e6),
    bytesPerCall: Math.round(bytes / calls),
  };
}

/** The range of all measurements of one project. */
function datesOf(untilMs: number): { start_date: string; end_date: string } {
  const { start_date, end_date } = wholeDaysBefore(untilMs, 30);
  return { start_date, end_date };
}

async function ingest(ours: Child, platform: Platform, part: HistoryPart): Promise<number> {
  const feeder = await startChild(`${import.meta.dirname}/../call-feeder.ts`);
  const started = performance.now();
  let said = started;
  let calls = 0;
  for (let firstBatch = 0; calls < part.calls; firstBatch += BATCHES_AT_ONCE) {
    const target = { port: ours.port, apiKey: platform.ingestKey };
    const order: FeedOrder = { ...target, part, firstBatch, batches: BATCHES_AT_ONCE };
    calls += (await feeder.ask<{ calls: number }>({ ...order })).calls;
    if (performance.now() - said > SAY_EVERY_MS || calls === part.calls) {
      said = performance.now();
      const rate = calls / seconds(started);
      const left = Math.round((part.calls - calls) / rate);
      console.log(`  ${calls} of ${part.calls} calls, ${Math.round(rate)} a second, ${left} s left`);
    }
  }
  await feeder.stop();
  return seconds(started);
}

const seconds = (started: number): number => (performance.now() - started) / 1000;

const superuser = <R extends object>(platform: Platform, statement: string): Promise<R[]> =>
  asStoreSuperuser(platform, async (db) => (await db.query<R>(statement)).rows);

async function asStoreSuperuser<T>(platform: Platform, work: (db: Client) => Promise<T>): Promise<T> {
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
