import type { DeliveryRecord } from '../rules/delivery.response.js';
import type { DeliveryStatus, EventType, FailureCode, TranscriptMode } from '../rules/vocabulary.js';

export const DELIVERY_COLUMNS = `d.delivery_id, d.created_at, d.webhook_id, d.project_id, d.call_id, d.event_id, d.event_type, d.sequence,
       d.occurred_at, d.is_test, d.redelivery_of, d.status, d.attempt_count, d.max_attempts, d.first_attempt_at,
       d.last_attempt_at, d.next_attempt_at, d.response_status_code, d.duration_ms, d.failure_code, d.endpoint_host,
       d.transcript_mode`;

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly created_at: Date;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly call_id: string | null;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly sequence: number;
  readonly occurred_at: Date;
  readonly is_test: boolean;
  readonly redelivery_of: string | null;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly first_attempt_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly response_status_code: number | null;
  readonly duration_ms: number | null;
  readonly failure_code: FailureCode | null;
  readonly endpoint_host: string;
  readonly transcript_mode: TranscriptMode;
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export const recordOfDelivery = (row: DeliveryRow): DeliveryRecord => ({
  delivery_id: row.delivery_id,
  event_id: row.event_id,
  webhook_id: row.webhook_id,
  project_id: row.project_id,
  event_type: row.event_type,
  is_test: row.is_test,
  status: row.status,
  attempt_count: row.attempt_count,
  max_attempts: row.max_attempts,
  created_at_utc: row.created_at.toISOString(),
  first_attempt_at_utc: iso(row.first_attempt_at),
  last_attempt_at_utc: iso(row.last_attempt_at),
  next_attempt_at_utc: iso(row.next_attempt_at),
  response_status_code: row.response_status_code,
  duration_ms: row.duration_ms,
  failure_code: row.failure_code,
  endpoint_host: row.endpoint_host,
  transcript_mode: row.transcript_mode,
  redelivery_of: row.redelivery_of,
});
