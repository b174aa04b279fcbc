import { Injectable } from '@nestjs/common';
import type { JobHandler } from '../jobs/job-worker.js';
import { IdempotencyRecords } from './idempotency-records.js';

// Small enough that a delete never holds its locks for long.
const CHUNK = 1_000;

/** Removes idempotency records whose day is over. */
@Injectable()
export class IdempotencyReaper implements JobHandler<'idempotency.reap'> {
  readonly job = 'idempotency.reap';
  // Every hour, between the minutes at which most people's jobs begin.
  readonly schedule = '37 * * * *';

  constructor(private readonly records: IdempotencyRecords) {}

  plan(): Promise<readonly Record<string, never>[]> {
    return Promise.resolve([{}]);
  }

  async handle(): Promise<void> {
    for (let reaped = CHUNK; reaped === CHUNK;) reaped = await this.records.reap(CHUNK);
  }
}
