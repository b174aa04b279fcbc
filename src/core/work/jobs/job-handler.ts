import { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from '../../shared/work-kind.js';

/**
 * Runs the jobs of one kind: a provider of the feature's module, marked with @HandlesJob. It is
 * idempotent: a job may run more than once.
 */
export interface JobHandler<P extends object> {
  readonly kind: WorkKind<P>;
  /**
   * A cron line in UTC on which `plan` is asked which jobs to send; absent for jobs that others
   * send.
   */
  readonly schedule?: string;
  plan?(): Promise<readonly P[]>;
  handle(payload: P): Promise<void>;
  /**
   * Handles a job whose last attempt failed, or whose worker died at it; for kinds that say
   * `givesUp`. It runs as a job of its own, which is tried again like any other.
   */
  giveUp?(payload: P): Promise<void>;
}

/**
 * Marks a JobHandler, which the worker process finds by it; a provider needs no other decorator.
 */
export const HandlesJob = DiscoveryService.createDecorator();
