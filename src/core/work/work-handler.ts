import { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from '../shared/work-kind.js';
import type { WorkLease } from './work-lease.js';

/** What is done about marks of one kind: a provider of the feature's module, marked with @HandlesWork. */
export interface WorkHandler<P extends object> {
  readonly kind: WorkKind<P>;
  /**
   * Does the work of the leased marks. What it does in the store belongs into `lease.finish`, which deletes the marks in
   * the same transaction; when it returns without, they are deleted then. When it throws they are tried again: alone
   * each, where they were several, so that one that cannot be done does not stop the others.
   */
  work(lease: WorkLease<P>): Promise<void>;
}

/** Marks a WorkHandler, which the worker process finds by it; a provider needs no other decorator. */
export const HandlesWork = DiscoveryService.createDecorator();
