import { Injectable } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import type { Queue } from 'pg-boss';
import type { Tenant } from '../auth/auth-context.js';

/** Every kind of background work and what it needs to know; payloads hold identifiers, never personal data. */
export interface JobPayloads {
  /** Removes call events of one tenant that are past their retention. */
  'call-events.prune': Tenant;
}
export type JobName = keyof JobPayloads;

/** How each queue treats its jobs. Handlers are idempotent, so a lost worker's job is simply run again. */
export const JOB_QUEUES: Record<JobName | `${JobName}.plan`, Omit<Queue, 'name'>> = {
  // Deleting a day of one tenant's events takes seconds; a worker that is silent for a minute is gone. `notify`
  // wakes a listening worker at the commit instead of at its next poll.
  'call-events.prune': {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    notify: true,
  },
  'call-events.prune.plan': {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    notify: true,
  },
};

/** The schema pg-boss keeps its tables in, beside the metadata tables. */
export const JOBS_SCHEMA = 'jobs';

/** Runs one statement on the connection of the unit of work that enqueues. */
type ExecuteSql = (text: string, values?: unknown[]) => Promise<unknown[]>;

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
