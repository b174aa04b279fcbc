import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { UnitOfWork } from '../../database/unit-of-work/unit-of-work.js';

/**
 * Another feature's reaction to an event: a provider of its module, marked with
 * @ListensInTransaction. It works inside the transaction of the event, so both commit or neither
 * does. It waits for nothing but `tx`, runs again when the transaction does, and its error becomes
 * the request's answer.
 */
export interface TransactionListener<E extends object> {
  /** The class of the events, from `<feature>.events.ts` of the feature that publishes them. */
  readonly event: Type<E>;
  handle(tx: UnitOfWork, event: E): Promise<void>;
}

/**
 * Marks a TransactionListener, which is found by it in every process; a provider needs no other
 * decorator.
 */
export const ListensInTransaction = DiscoveryService.createDecorator();
