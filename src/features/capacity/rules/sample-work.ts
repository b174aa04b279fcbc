import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { workKind } from '../../../core/shared/work-kind.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { NOTE_SAMPLE_DUE } from './client-limit.queries.js';

const MINUTE_MS = 60_000;

/** Records used capacity at the full minute; one sample for all work items of a minute. */
export const CAPACITY_SAMPLE = workKind<Record<string, never>>('capacity.sample', {
  concurrency: 2,
  batch: 1000,
});

/** The full minute after an instant. */
export const nextMinute = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);

/** Enqueues a sample at the next full minute; an idle tenant has none. */
export const askForSample = (db: StoreReader, now: Date): Promise<void> =>
  enqueueWork(db, CAPACITY_SAMPLE, [{ payload: {} }], nextMinute(now));

/**
 * The same under the lock on the client's limit, recording it there, so that later claims of slots
 * need not enqueue it again.
 */
export async function askForNotedSample(db: StoreReader, now: Date): Promise<void> {
  await db.query(NOTE_SAMPLE_DUE, [nextMinute(now)]);
  await askForSample(db, now);
}
