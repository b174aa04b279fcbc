import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { UnitOfWork } from '../../database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from './listener.js';

type Listeners = readonly TransactionListener<object>[];

/**
 * Publishes events to other features within a transaction. The publishing feature knows none of
 * them.
 */
@Injectable()
export class TransactionEvents {
  private readonly byEvent = new Map<unknown, Listeners>();

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Calls the listeners for this class one after the other, in the order of their names, so that
   * every process locks rows in the same order.
   * @throws the first listener's error
   */
  async publish(tx: UnitOfWork, event: object): Promise<void> {
    for (const listener of this.listenersTo(event.constructor)) await listener.handle(tx, event);
  }

  private listenersTo(kind: unknown): Listeners {
    let found = this.byEvent.get(kind);
    if (!found) {
      found = this.discovery
        .getProviders({ metadataKey: ListensInTransaction.KEY })
        .map(({ instance }) => instance as TransactionListener<object>)
        .filter(({ event }) => event === kind)
        .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      this.byEvent.set(kind, found);
    }
    return found;
  }
}

const nameOf = (listener: object): string => listener.constructor.name;
