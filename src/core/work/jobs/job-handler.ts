import { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from '../../shared/work-kind.js';

/**
 * Runs the jobs of one kind: a provider of its module, marked with @HandlesJob. A job may run more
 * than once.
 */
export interface JobHandler<P extends object> {
  readonly kind: WorkKind<P>;
  /**
   * A cron line in UTC at which `plan` returns the jobs to send; absent for jobs that others send.
   */
  readonly schedule?: string;
  /** How often they run in each interval of a schedule in minutes, evenly spread; absent: once. */
  readonly timesEach?: number;
  plan?(): Promise<readonly P[]>;
  handle(payload: P): Promise<void>;
  /**
   * Handles a job whose last attempt failed, for kinds with `givesUp`; runs as a separate job, with
   * its own attempts.
   */
  giveUp?(payload: P): Promise<void>;
}

/** Marks a JobHandler so that the worker process finds it. */
export const HandlesJob = DiscoveryService.createDecorator();
