import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { classifyDriverError } from '../../database/driver/driver-errors.js';
import { withDeadline } from '../../shared/deadline.js';
import { LoggableError, reasonOf } from '../../shared/platform-error.js';
import { handlersOf } from '../../shared/handlers.js';
import { tracedWork } from '../../shared/tracing/tracing.js';
import { runInJob } from '../../shared/request-context.js';
import { HandlesJob, type JobHandler } from './job-handler.js';
import { PINNED } from '../../database/driver/new-connection.js';
import { deadLetterQueueOf, JOBS_SCHEMA, plannerOf } from '../../database/jobs/job-queue.js';
import { isLostWithWorker } from './lost-jobs.policy.js';

// A stopping worker lets its jobs finish for this long; those cut off run again after their lease.
const STOP_MS = 15_000;
// For the queue's last writes; the process waits no longer for a frozen store.
const LAST_WRITES_MS = 2_000;
const MINUTE_S = 60;

/**
 * Jobs with a later start cause no notification and are found by polling, by default twice a
 * minute.
 */
const LOOKS = { notifyPollingIntervalSeconds: 5 };

/** The receiving half of the queue: fetches jobs, runs their handlers, and maintains the queue. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorker.name);
  private readonly boss: PgBoss;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly discovery: DiscoveryService,
  ) {
    this.boss = new PgBoss({
      connectionString: settings.metadata.url,
      schema: JOBS_SCHEMA,
      migrate: false,
      useListenNotify: true,
      // Fetching jobs and maintenance need a connection each; the listener holds its own.
      max: 4,
      ...PINNED,
    });
    this.boss.on('error', (error) =>
      this.logger.warn({ msg: 'queue', cause: error.name, fault: classifyDriverError(error) ?? undefined }),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    const handlers = handlersOf<JobHandler<object>>(this.discovery, HandlesJob.KEY);
    await this.boss.start();
    for (const handler of handlers.values()) await this.attach(handler);
    // Removes schedules of an older version that this one has changed or dropped.
    for (const { name } of await this.boss.getSchedules()) {
      const isOurs = [...handlers.values()].some((it) => it.schedule && plannerOf(it.kind) === name);
      if (!isOurs) await this.boss.unschedule(name);
    }
  }

  /** Before anything is closed: jobs that are finishing still need the stores. */
  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.boss.stop({ graceful: true, timeout: STOP_MS });
    await withDeadline(stopped, STOP_MS + LAST_WRITES_MS).catch(() => undefined);
  }

  private async attach(handler: JobHandler<object>): Promise<void> {
    const { name, givesUp, outlivesWorkers: isRenewed = false } = handler.kind;
    const { timesEach = 1 } = handler;
    const looks = timesEach > 1 ? LOOKS : {};
    await this.workOn(name, looks, async (job) => {
      // A separate job counts its attempts from the start.
      if (isRenewed && isLostWithWorker(job.output)) await this.boss.send(name, job.data);
      else await handler.handle(job.data);
    });
    if (givesUp) {
      await this.workOn(deadLetterQueueOf(handler.kind), {}, async (job) => {
        if (isRenewed && isLostWithWorker(job.sourceOutput)) await this.boss.send(name, job.data);
        else await handler.giveUp?.(job.data);
      });
    }
    if (!handler.schedule || !handler.plan) return;
    const planner = plannerOf(handler.kind);
    await this.boss.work(planner, async () => {
      await this.perform(planner, async () => {
        const payloads = (await handler.plan?.()) ?? [];
        for (let time = 0; time < timesEach; time += 1)
          for (const payload of payloads)
            await this.boss.send(name, payload, timesEach === 1 ? {} : turnOf(time, timesEach));
      });
    });
    await this.boss.schedule(planner, handler.schedule);
  }

  /**
   * One job is fetched at a time, so that a failing job fails alone; the next one follows
   * immediately.
   */
  private async workOn(
    queue: string,
    looks: Partial<typeof LOOKS>,
    work: (job: JobWithMetadata<object>) => Promise<unknown>,
  ): Promise<void> {
    let worker: string | null = null;
    const take = async (jobs: readonly JobWithMetadata<object>[]): Promise<void> => {
      if (worker !== null) this.boss.notifyWorker(worker);
      for (const job of jobs) await this.perform(queue, () => work(job));
    };
    worker = await this.boss.work(queue, { includeMetadata: true, ...looks }, take);
  }

  /** pg-boss writes the error of a job into its row: only our own messages may get that far. */
  private async perform(job: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await runInJob(job, () => tracedWork(job, {}, [], work));
    } catch (error) {
      const reason = reasonOf(error);
      this.logger.warn({ msg: 'job failed', job, reason });
      throw new LoggableError(reason);
    }
  }
}

/**
 * A scheduled run that no worker started within a minute is skipped: the next one does its work.
 */
const turnOf = (time: number, timesEach: number) => ({
  startAfter: (time * MINUTE_S) / timesEach,
  retentionSeconds: MINUTE_S,
});
