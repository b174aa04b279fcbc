/** The events that a webhook can subscribe to (webhooks 2.1). */
export const EVENT_TYPES = ['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The form of a transcript in a delivery. */
export const TRANSCRIPT_MODES = ['none', 'redacted', 'original'] as const;
export type TranscriptMode = (typeof TRANSCRIPT_MODES)[number];

/**
 * Why a body has no transcript (webhooks 6.3):
 * - not_in_event: events of this type never have one
 * - not_requested: `transcript_to_send` is none
 * - call_unavailable: the call is gone, or now belongs to another project
 * - pending: it is not redacted yet
 * - failed: its redaction failed, or it cannot be opened
 * - none: the call has none, or none that is retained
 * - too_large: the body would exceed 256 KiB
 */
export const TRANSCRIPT_ABSENCES = [
  'not_in_event',
  'not_requested',
  'call_unavailable',
  'pending',
  'failed',
  'none',
  'too_large',
] as const;
export type TranscriptAbsence = (typeof TRANSCRIPT_ABSENCES)[number];

export const WEBHOOK_STATUSES = ['active', 'degraded', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/**
 * Why nothing is delivered:
 * - by_owner: a PATCH switched it off
 * - gone: the receiver has answered 410
 * - failing: the receiver has failed for too long
 */
export const DISABLED_REASONS = ['by_owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const DELIVERY_STATUSES = [
  'pending',
  'retrying',
  'succeeded',
  'failed',
  'blocked',
  'cancelled',
] as const;
/** Statuses by which the history is filtered (webhooks 8.2). */
export const STATUS_FILTERS = [...DELIVERY_STATUSES, 'not_cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed, or a delivery was not sent (webhooks 7.3). */
export const FAILURE_CODES = [
  'timeout',
  'dns_failed',
  'connection_failed',
  'tls_failed',
  'http_status',
  'redirect_blocked',
  'address_blocked',
  'payload_too_large',
  'endpoint_disabled',
  'signing_unavailable',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
