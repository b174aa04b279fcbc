import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { CallEventType } from '../../call-records/rules/call-vocabulary.js';
import { EVENTS_OF_CALLS, READ_BY_KEY } from './call-events.queries.js';

/** An event of a call (calls-ingest 5.2). */
export interface CallEvent {
  readonly call_id: string;
  readonly event_type: CallEventType;
  readonly event_id: string;
  readonly project_id: string;
  /** Counted from 1 in each call. */
  readonly sequence: number;
  readonly occurred_at_utc: Date;
  readonly appended_at: Date;
}

/** Reads call events for features that pass them on, in their transaction. */
@Injectable()
export class CallEvents {
  /**
   * The events of these calls, in order within each call. Later statements of the transaction read
   * only by key.
   */
  async ofCalls(db: StoreReader, callIds: readonly string[]): Promise<CallEvent[]> {
    await db.query(READ_BY_KEY);
    return db.query<CallEvent>(EVENTS_OF_CALLS, [callIds]);
  }
}
