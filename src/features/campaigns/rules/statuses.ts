/** Statuses of a campaign (campaigns 2.1). */
export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];
export const CLOSED_STATUSES: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed'];

/** Why a campaign is in its status (campaigns 2.1). */
export const STATUS_REASONS = [
  'user',
  'schedule_window',
  'validation_blocked',
  'circuit_breaker',
  'capacity',
  'system_error',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export const CAMPAIGN_TYPES = ['single', 'batch', 'scheduled'] as const;
export const CALL_TYPES = ['telemarketing', 'research', 'service'] as const;
export type CallType = (typeof CALL_TYPES)[number];

/** Statuses of a contact; the last five are terminal (campaigns 3.1). */
export const CONTACT_STATUSES = [
  'pending',
  'pending_dispatch',
  'queued',
  'dialing',
  'in_call',
  'retry_scheduled',
  'completed',
  'failed',
  'suppressed',
  'cancelled',
  'expired',
] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];
export const TERMINAL_STATUSES: readonly ContactStatus[] = CONTACT_STATUSES.slice(6);
/** The statuses in which a later import may still change a contact (campaigns 4.9). */
export const UPDATABLE_STATUSES: readonly ContactStatus[] = CONTACT_STATUSES.slice(0, 3);

/** How an attempt ended (campaigns 3.2). */
export const DISPOSITIONS = [
  'answered',
  'goal_completed',
  'callback_requested',
  'not_interested',
  'voicemail_left',
  'voicemail_no_message',
  'ivr',
  'silence',
  'no_answer',
  'busy',
  'rejected',
  'invalid_number',
  'carrier_failed',
  'system_failed',
  'wrong_number',
  'direct_opt_out',
  'transferred',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/**
 * Why a contact may not be called (campaigns 3.3): the first reason that applies, `dnc` before all
 * others.
 */
export const NOT_CALLABLE_REASONS = [
  'dnc',
  'registry_listed',
  'registry_missing',
  'registry_stale',
  'registry_expired',
  'consent_missing',
  'consent_expired',
  'consent_withdrawn',
  'consent_unverified',
  'exemption_unverified',
  'timezone_missing',
  'timezone_invalid',
  'location_missing',
  'called_recently',
  'after_hours',
  'public_holiday',
  'max_attempts_reached',
  'number_repeated',
  'invalid_number',
  'campaign_closed',
] as const;
export type NotCallableReason = (typeof NOT_CALLABLE_REASONS)[number];

export const REGISTRY_STATUSES = ['listed', 'not_listed', 'invalid', 'unknown'] as const;
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number];

/** Why a number must not be called (campaigns 8.1). */
export const SUPPRESSION_REASONS = ['direct_opt_out', 'wrong_number', 'manual', 'complaint'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];
