import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { UnitOfWork } from '../../database/unit-of-work/unit-of-work.js';

/**
 * What another feature does when something happens: a provider of its module, marked with @ListensInTransaction.
 * It works inside the transaction of what happened, so that both come about or neither: it waits for nothing but `tx`,
 * runs again when the transaction does, and what it throws is the answer of the request.
 */
export interface TransactionListener<E extends object> {
  /** The class of the events, from `<feature>.events.ts` of the feature that publishes them. */
  readonly event: Type<E>;
  heard(tx: UnitOfWork, event: E): Promise<void>;
}

/** Marks a TransactionListener, which is found by it in every process; a provider needs no other decorator. */
export const ListensInTransaction = DiscoveryService.createDecorator();
