import { Injectable } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import type { Queue } from 'pg-boss';
import type { Tenant } from '../kernel/auth-context.js';

/** Every kind of background work and what it needs to know; payloads hold identifiers, never personal data. */
export interface JobPayloads {
  /** Removes call events of one tenant that are past their retention. */
  'call-events.prune': Tenant;
  /** Sums up the marked hours of one tenant. */
  'call-rollup.refresh': Tenant;
  /** Removes expired idempotency records of all tenants. */
  'idempotency.reap': Record<string, never>;
}
export type JobName = keyof JobPayloads;

// The work of one job takes seconds; a worker that is silent for a minute is gone. `notify` wakes a listening
// worker at the commit instead of at its next poll.
const USUAL = {
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 60,
  notify: true,
} satisfies Omit<Queue, 'name'>;

// Asked for every minute: one job of a tenant waiting and one at work are enough, and the next minute is its retry.
const EVERY_MINUTE = { ...USUAL, policy: 'stately', retryLimit: 0, deleteAfterSeconds: 600 } satisfies Omit<
  Queue,
  'name'
>;

/** How each queue treats its jobs. Handlers are idempotent, so a lost worker's job is simply run again. */
export const JOB_QUEUES: Record<JobName | `${JobName}.plan`, Omit<Queue, 'name'>> = {
  'call-events.prune': USUAL,
  'call-events.prune.plan': USUAL,
  'call-rollup.refresh': EVERY_MINUTE,
  'call-rollup.refresh.plan': EVERY_MINUTE,
  'idempotency.reap': USUAL,
  'idempotency.reap.plan': USUAL,
};

/** The schema pg-boss keeps its tables in, beside the metadata tables. */
export const JOBS_SCHEMA = 'jobs';

/** Runs one statement on the connection of the unit of work that enqueues. */
type ExecuteSql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** How the queue reads its own tables, which hold no tenant's rows; the metadata store lends its connections. */
export abstract class QueueSql {
  abstract execute(text: string, values?: unknown[]): Promise<unknown[]>;
}

/** The sending half of the queue: a job row commits with the change that asked for it. */
@Injectable()
export class JobQueue {
  constructor(private readonly boss: PgBoss) {}

  /** Writes the job through `execute`, so that it exists exactly if that transaction commits. */
  async enqueue<J extends JobName>(job: J, payload: JobPayloads[J], execute: ExecuteSql): Promise<void> {
    await this.boss.send(job, payload, {
      db: { executeSql: async (text, values) => ({ rows: await execute(text, values) }) },
    });
  }
}
