import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { WorkKind } from '../../../core/shared/work-kind.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';

/** A call has events that may not have been passed on yet; they are read by their `sequence`. */
export interface CallEventsDue {
  readonly callId: string;
}

/**
 * Publishes call events to other features. A feature that relays events registers its kind of work
 * when its module starts, in every process. Each batch of ingest then enqueues, in its own
 * transaction, a work item of that kind for each call with events. The item's handler finds all
 * events of a call up to their last number, even with concurrent writers, because writers of one
 * call wait for each other.
 */
@Injectable()
export class CallEventRelay {
  private readonly kinds: WorkKind<CallEventsDue>[] = [];

  /**
   * @param kind is `ordered`; its work items use the call_id as their key, so that one holder at a
   *   time processes a call
   */
  relayTo(kind: WorkKind<CallEventsDue>): void {
    if (!kind.ordered)
      throw new Error(`${kind.name} must be ordered: events of a call are passed on in order.`);
    this.kinds.push(kind);
  }

  /**
   * Call it in the transaction that appended the events; it executes one statement for each kind.
   */
  async publish(db: StoreReader, callIds: readonly string[]): Promise<void> {
    const items = callIds.map((callId) => ({ key: callId, payload: { callId } }));
    for (const kind of this.kinds) await enqueueWork(db, kind, items);
  }
}
