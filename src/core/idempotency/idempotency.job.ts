import { HandlesJob, type JobHandler } from '../work/jobs/job-handler.js';
import { jobKind } from '../shared/work-kind.js';
import { IdempotencyRecords } from './idempotency-records.js';

// Small enough that a delete never holds its locks for long.
const CHUNK = 1_000;

export const REAP_RECORDS = jobKind<Record<string, never>>('idempotency.reap');

@HandlesJob()
export class ReapIdempotencyJob implements JobHandler<Record<string, never>> {
  readonly kind = REAP_RECORDS;
  // Every hour, away from the full and half hours at which other jobs usually start.
  readonly schedule = '37 * * * *';

  constructor(private readonly records: IdempotencyRecords) {}

  plan(): Promise<readonly Record<string, never>[]> {
    return Promise.resolve([{}]);
  }

  async handle(): Promise<void> {
    for (let reaped = CHUNK; reaped === CHUNK;) reaped = await this.records.reap(CHUNK);
  }
}
