import { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from '../shared/work-kind.js';
import type { WorkLease } from './work-lease.js';

/** Handles the work items of one kind: a provider of its module, marked with @HandlesWork. */
export interface WorkHandler<P extends object> {
  readonly kind: WorkKind<P>;
  /**
   * Processes the leased work items. `lease.finish` deletes them in the transaction of its writes;
   * otherwise they are deleted on return. If it throws, each is retried separately.
   */
  work(lease: WorkLease<P>): Promise<void>;
}

/** Marks a WorkHandler so that the worker process finds it. */
export const HandlesWork = DiscoveryService.createDecorator();
