/** How soon and how often a contact is called again (campaigns 1.5). */
export interface RetryPolicy {
  readonly enabled: boolean;
  /** Does not count the first attempt. */
  readonly max_attempts: number;
  readonly backoff_base_seconds: number;
  readonly backoff_strategy: BackoffStrategy;
  readonly retry_on_no_answer: boolean;
  readonly retry_on_voicemail: boolean;
  readonly retry_on_busy: boolean;
}
export const BACKOFF_STRATEGIES = ['constant', 'linear', 'exponential'] as const;
export type BackoffStrategy = (typeof BACKOFF_STRATEGIES)[number];

/** The handling of a call that no person answers (campaigns 1.6). */
export interface VoicemailPolicy {
  readonly detection_enabled: boolean;
  readonly on_voicemail: (typeof ON_VOICEMAIL)[number];
  readonly on_ivr: (typeof ON_IVR)[number];
  readonly on_silence: (typeof ON_SILENCE)[number];
  readonly on_unknown: (typeof ON_UNKNOWN)[number];
  readonly message_template: string | null;
}
export const ON_VOICEMAIL = ['leave_message', 'hangup', 'retry'] as const;
export const ON_IVR = ['hangup', 'retry'] as const;
export const ON_SILENCE = ['retry', 'hangup'] as const;
export const ON_UNKNOWN = ['proceed', 'retry', 'hangup'] as const;

/** The names of each contact's data beyond its number (campaigns 1.7). */
export interface PersonalizationKeys {
  readonly required_keys: readonly string[];
  readonly allowed_keys: readonly string[];
}

/** The conditions of a call, and the texts that the called person hears (campaigns 1.8). */
export interface CompliancePolicy {
  readonly registry_wash_required: boolean;
  readonly registry_wash_max_age_days: number;
  readonly consent_required: boolean;
  readonly prevent_after_hours: boolean;
  readonly check_public_holiday: boolean;
  readonly recipient_timezone_aware: boolean;
  /** Stored sealed, like the name of the person who authorises it. */
  readonly cli_return_number: string | null;
  readonly cli_employer_name: string | null;
  readonly cli_authorizer_name: string | null;
  readonly cli_call_purpose: string | null;
  readonly exemption_type: string | null;
}
