import { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from '../shared/work-kind.js';
import type { WorkLease } from './work-lease.js';

/**
 * Handles the work items of one kind: a provider of the feature's module, marked with @HandlesWork.
 */
export interface WorkHandler<P extends object> {
  readonly kind: WorkKind<P>;
  /**
   * Does the work of the leased work items. Put its writes to the store into `lease.finish`, which
   * deletes the work items in the same transaction; without that call they are deleted when it
   * returns. When it throws, the work items are tried again, each alone, so that a failing one does
   * not stop the others.
   */
  work(lease: WorkLease<P>): Promise<void>;
}

/**
 * Marks a WorkHandler, which the worker process finds by it; a provider needs no other decorator.
 */
export const HandlesWork = DiscoveryService.createDecorator();
