import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  OnApplicationBootstrap,
} from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { LoggableError, reasonOf } from '../kernel/platform-error.js';
import { JOBS_SCHEMA } from './job-queue.js';
import type { JobName, JobPayloads } from './job-queue.js';

/** One kind of job and what is done about it. Handlers are idempotent: a job may run more than once. */
export interface JobHandler<J extends JobName = JobName> {
  readonly job: J;
  /** A cron line in UTC on which `plan` is asked which jobs to send; absent for jobs that others send. */
  readonly schedule?: string;
  plan?(): Promise<readonly JobPayloads[J][]>;
  handle(payload: JobPayloads[J]): Promise<void>;
}

/** Injection token of the JobHandlers of this process. */
export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

// A stopping worker lets its jobs finish for this long; what is cut off is run again after its lease ends.
const STOP_MS = 15_000;

/** The receiving half of the queue: takes jobs, runs their handlers, and keeps the queue's own house. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorker.name);
  private readonly boss: PgBoss;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(JOB_HANDLERS) private readonly handlers: readonly JobHandler[],
  ) {
    this.boss = new PgBoss({
      connectionString: settings.metadata.url,
      schema: JOBS_SCHEMA,
      migrate: false,
      useListenNotify: true,
      // Taking jobs and upkeep need a connection each; the listener holds its own.
      max: 4,
    });
    this.boss.on('error', (error) => this.logger.warn({ msg: 'queue', cause: error.name }));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    for (const handler of this.handlers) await this.attach(handler);
  }

  /** Before anything is closed: jobs that are finishing still need the stores. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: true, timeout: STOP_MS });
  }

  private async attach(handler: JobHandler): Promise<void> {
    await this.boss.work<JobPayloads[JobName]>(handler.job, async (jobs) => {
      for (const { data } of jobs) await this.perform(handler.job, () => handler.handle(data));
    });
    if (!handler.schedule || !handler.plan) return;
    const planner = plannerOf(handler.job);
    await this.boss.work(planner, async () => {
      await this.perform(planner, async () => {
        for (const payload of (await handler.plan?.()) ?? []) {
          // Counts only in queues whose policy asks for it: there a payload is not queued twice.
          await this.boss.send(handler.job, payload, { singletonKey: JSON.stringify(payload) });
        }
      });
    });
    await this.boss.schedule(planner, handler.schedule);
  }

  /** pg-boss writes what a job threw into its row: only words of our own may get that far. */
  private async perform(job: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = reasonOf(error);
      this.logger.warn({ msg: 'job failed', job, reason });
      throw new LoggableError(reason);
    }
  }
}

/** The queue whose single job a day asks a handler to plan. */
const plannerOf = (job: JobName): `${JobName}.plan` => `${job}.plan`;
