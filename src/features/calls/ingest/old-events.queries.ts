import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallEventType } from '../../call-records/rules/call-vocabulary.js';

/**
 * The events that the stored calls $3, which began at $4, imply: `eventsOf` in SQL. Once events are
 * past their retention, only the call shows that they were appended. A transfer's attempts are
 * sealed: if there is one, its event was published.
 */
const ASSERTED_EVENTS = namedQuery('ingest_asserted_events')`
SELECT c.call_id, e.event_type
  FROM unnest($3::text[], $4::timestamptz[]) AS old (call_id, started_at_utc)
 CROSS JOIN LATERAL (
       SELECT k.call_id, k.call_status, k.call_status IN ('completed', 'missed', 'failed') AS is_ended,
              k.sentiment IS NOT NULL OR k.caller_sentiment IS NOT NULL
                OR trim(coalesce(k.resolution_status, '')) NOT IN ('', 'pending') AS is_analyzed
         FROM calls k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = old.call_id AND k.started_at_utc = old.started_at_utc
        LIMIT 1) c
  LEFT JOIN LATERAL (
       SELECT k.summary_encrypted, k.transfer_encrypted FROM call_contents k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = old.call_id AND k.started_at_utc = old.started_at_utc
        LIMIT 1) n ON true
 CROSS JOIN LATERAL (VALUES
       ('call_started', c.call_status <> 'queued'),
       ('transfer_initiated', n.transfer_encrypted IS NOT NULL),
       ('call_ended', c.is_ended),
       ('call_analyzed', c.is_ended AND (c.is_analyzed OR n.summary_encrypted IS NOT NULL))) AS e (event_type, is_asserted)
 WHERE e.is_asserted`;

/** A call as it was before the write. */
export interface PriorCall {
  readonly call_id: string;
  readonly prior_started_at_utc: Date | null;
  /** Whether it began before the retention of events: some of its events may have expired. */
  readonly prior_is_old: boolean | null;
}

export type PublishedEvents = ReadonlyMap<string, readonly CallEventType[]>;

/**
 * The events that were already appended to calls whose events may have expired (calls-ingest 5.3).
 * A correction of an old call does not publish them again, and continues their numbers. Run it
 * before the calls are written.
 */
export async function publishedBefore(
  db: StoreReader,
  calls: readonly PriorCall[],
): Promise<PublishedEvents> {
  const old = calls.filter((call) => call.prior_is_old);
  if (old.length === 0) return new Map();
  return assertedEvents(
    db,
    old.map((call) => ({ callId: call.call_id, startedAt: call.prior_started_at_utc! })),
  );
}

/** Which events calls assert in their stored state (calls-ingest 5.2). */
export async function assertedEvents(
  db: StoreReader,
  calls: readonly { readonly callId: string; readonly startedAt: Date }[],
): Promise<PublishedEvents> {
  const rows = await db.query<{ call_id: string; event_type: CallEventType }>(ASSERTED_EVENTS, [
    calls.map(({ callId }) => callId),
    calls.map(({ startedAt }) => startedAt.toISOString()),
  ]);
  const asserted = Map.groupBy(rows, (row) => row.call_id);
  return new Map([...asserted].map(([callId, events]) => [callId, events.map((event) => event.event_type)]));
}
