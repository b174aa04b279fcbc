import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { UnitOfWork } from '../../database/unit-of-work/unit-of-work.js';

/**
 * Another feature's reaction to an event: a provider of its module, marked with
 * @ListensInTransaction, inside the transaction of the event. It waits only for `tx`, may run
 * again, and its error becomes the response.
 */
export interface TransactionListener<E extends object> {
  /** The class of the events, from `<feature>.events.ts` of the feature that publishes them. */
  readonly event: Type<E>;
  handle(tx: UnitOfWork, event: E): Promise<void>;
}

/**
 * Marks a TransactionListener so that every process finds it; a provider needs no other decorator.
 */
export const ListensInTransaction = DiscoveryService.createDecorator();
