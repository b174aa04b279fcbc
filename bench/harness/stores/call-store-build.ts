import { Client } from 'pg';
import type { FeedOrder } from '../call-feeder.ts';
import { AVERAGE_PROJECT } from '../call-history.ts';
import type { HistoryPart } from '../call-history.ts';
import { callsRequest, wholeDaysBefore } from '../call-requests.ts';
import { built, runToEnd, startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { StartOurs } from '../compare.ts';
import { millisecondsPerRequest } from '../load.ts';
import type { Platform } from '../platform.ts';

/** Figures of building a part of the store. */
export interface PartFigures {
  readonly calls: number;
  readonly ingestSeconds: number;
  readonly callsPerSecond: number;
  /** Summary of 30 days of one project while no hour at all was summed up, milliseconds. */
  readonly unsummedMs: number;
  readonly rollupSeconds: number;
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
/** Some seconds of work: often enough to say how far it is, seldom enough not to hold it up. */
const BATCHES_AT_ONCE = 24;
/** Two million calls took two minutes. */
const ROLLUP_MS = 20 * 60_000;
const UNSUMMED_REQUESTS = 5;
/**
 * Reading everything may take longer than a caller's deadline; here the time itself is measured.
 */
export const NO_DEADLINE = { STORE_READ_DEADLINE_MS: '120000', STORE_ANALYSIS_DEADLINE_MS: '120000' };

/**
 * Adds a part to the store, as production would get it: batches through the ingest route of a built
 * process, the hourly sums by the operator's command, and the statistics that autovacuum would
 * keep.
 * @param callsThen the store's calls afterwards
 */
export async function buildPart(
  tools: BuildTools,
  part: HistoryPart,
  callsThen: number,
): Promise<PartFigures> {
  const { platform, startOurs, client } = tools;
  const ours = await startOurs(undefined, NO_DEADLINE);
  const ingestSeconds = await ingest(ours, platform, part);
  await superuser(platform, 'ANALYZE');
  const summary = callsRequest(platform, 'summary', {
    project_id: AVERAGE_PROJECT,
    ...datesOf(part.untilMs),
  });
  await millisecondsPerRequest(client, ours.port, summary, 1);
  const unsummedMs = await millisecondsPerRequest(client, ours.port, summary, UNSUMMED_REQUESTS);
  await ours.stop();

  console.log('  summing up the hours');
  const started = performance.now();
  await runToEnd(
    built('operate.js'),
    ['rollup', '--client', 'client-1', '--env', 'prod'],
    { ...platform.environment, METADATA_DATABASE_URL: platform.operatorMetadataUrl },
    ROLLUP_MS,
  );
  const rollupSeconds = seconds(started);
  // The outbox is pruned after 30 days and read by nothing that is measured here: a fifth of the
  // disk.
  await superuser(platform, 'TRUNCATE call_events');
  for (const statement of ['CHECKPOINT', 'VACUUM (ANALYZE)', 'CHECKPOINT'])
    await superuser(platform, statement);
  const [size] = await superuser<{ bytes: string }>(
    platform,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const bytes = Number(size?.bytes);
  return {
    calls: callsThen,
    ingestSeconds: Math.round(ingestSeconds),
    callsPerSecond: Math.round(part.calls / ingestSeconds),
    unsummedMs: Math.round(unsummedMs),
    rollupSeconds: Math.round(rollupSeconds),
    megabytes: Math.round(bytes / 1e6),
    bytesPerCall: Math.round(bytes / callsThen),
  };
}

/** The range that everything about one project is measured over. */
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

async function superuser<R extends object>(platform: Platform, statement: string): Promise<R[]> {
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  try {
    return (await db.query<R>(statement)).rows;
  } finally {
    await db.end();
  }
}
