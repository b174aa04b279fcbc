import type { CampaignDetail, CreateCampaignRequest } from '../../../api/generated';
import { every } from '../vocabulary';
import { instantOf, localOf, ownZone } from '../../../forms/local-time';

type Text =
  | 'project_id'
  | 'name'
  | 'description'
  | 'timezone'
  | 'schedule_start_at_utc'
  | 'schedule_end_at_utc'
  | 'message_template'
  | 'cli_return_number'
  | 'cli_employer_name'
  | 'cli_authorizer_name'
  | 'cli_call_purpose'
  | 'exemption_type';
type Amount = 'priority' | 'max_attempts' | 'backoff_minutes' | 'registry_wash_max_age_days';
type Truth =
  | 'allow_repeated_numbers'
  | 'retry_enabled'
  | 'detection_enabled'
  | 'registry_wash_required'
  | 'consent_required'
  | 'prevent_after_hours'
  | 'check_public_holiday'
  | 'recipient_timezone_aware';

/**
 * Values of the form of a new campaign: times as forms show them, empty texts for absent values.
 */
export interface Values
  extends
    Record<Text, string>,
    Record<Amount, number>,
    Record<Truth, boolean>,
    Pick<CampaignDetail, 'campaign_call_type'>,
    Pick<CampaignDetail['retry_policy'], 'backoff_strategy'>,
    Pick<CampaignDetail['voicemail_policy'], 'on_voicemail' | 'on_ivr' | 'on_silence' | 'on_unknown'>,
    Pick<CampaignDetail['personalization'], 'required_keys' | 'allowed_keys'> {}

const MINUTE_S = 60;

export const CHOICES = {
  campaign_call_type: every<Values['campaign_call_type']>({
    telemarketing: true,
    research: true,
    service: true,
  }),
  backoff_strategy: every<Values['backoff_strategy']>({ constant: true, linear: true, exponential: true }),
  on_voicemail: every<Values['on_voicemail']>({ leave_message: true, hangup: true, retry: true }),
  on_ivr: every<Values['on_ivr']>({ hangup: true, retry: true }),
  on_silence: every<Values['on_silence']>({ retry: true, hangup: true }),
  on_unknown: every<Values['on_unknown']>({ proceed: true, retry: true, hangup: true }),
};

/** A service campaign that respects hours and holidays: only its contacts can be blockers. */
export const firstValues = (projectId: string): Values => ({
  project_id: projectId,
  name: '',
  description: '',
  campaign_call_type: 'service',
  priority: 50,
  timezone: ownZone(),
  schedule_start_at_utc: '',
  schedule_end_at_utc: '',
  allow_repeated_numbers: false,
  retry_enabled: true,
  max_attempts: 2,
  backoff_minutes: 60,
  backoff_strategy: 'linear',
  detection_enabled: true,
  on_voicemail: 'hangup',
  on_ivr: 'hangup',
  on_silence: 'retry',
  on_unknown: 'proceed',
  message_template: '',
  required_keys: [],
  allowed_keys: [],
  registry_wash_required: false,
  registry_wash_max_age_days: 30,
  consent_required: false,
  prevent_after_hours: true,
  check_public_holiday: true,
  recipient_timezone_aware: true,
  cli_return_number: '',
  cli_employer_name: '',
  cli_authorizer_name: '',
  cli_call_purpose: '',
  exemption_type: '',
});

export function copyOf(campaign: CampaignDetail, name: string): Values {
  const { retry_policy: retry, voicemail_policy: voicemail, personalization, compliance } = campaign;
  return {
    ...firstValues(campaign.project_id),
    name,
    description: campaign.description ?? '',
    campaign_call_type: campaign.campaign_call_type,
    priority: campaign.priority,
    timezone: campaign.timezone,
    schedule_start_at_utc: localOf(campaign.schedule_start_at_utc),
    schedule_end_at_utc: localOf(campaign.schedule_end_at_utc),
    allow_repeated_numbers: campaign.allow_repeated_numbers,
    retry_enabled: retry.enabled,
    max_attempts: retry.max_attempts,
    backoff_minutes: retry.backoff_base_seconds / MINUTE_S,
    backoff_strategy: retry.backoff_strategy,
    detection_enabled: voicemail.detection_enabled,
    on_voicemail: voicemail.on_voicemail,
    on_ivr: voicemail.on_ivr,
    on_silence: voicemail.on_silence,
    on_unknown: voicemail.on_unknown,
    message_template: voicemail.message_template ?? '',
    ...personalization,
    ...compliance,
    cli_return_number: compliance.cli_return_number ?? '',
    cli_employer_name: compliance.cli_employer_name ?? '',
    cli_authorizer_name: compliance.cli_authorizer_name ?? '',
    cli_call_purpose: compliance.cli_call_purpose ?? '',
    exemption_type: compliance.exemption_type ?? '',
  };
}

const given = (text: string): string | null => text.trim() || null;

export const bodyOf = (it: Values): CreateCampaignRequest => ({
  project_id: it.project_id,
  name: it.name,
  description: given(it.description),
  campaign_call_type: it.campaign_call_type,
  priority: it.priority,
  schedule_start_at_utc: instantOf(it.schedule_start_at_utc),
  schedule_end_at_utc: instantOf(it.schedule_end_at_utc),
  timezone: it.timezone,
  allow_repeated_numbers: it.allow_repeated_numbers,
  retry_policy: {
    enabled: it.retry_enabled,
    max_attempts: it.max_attempts,
    backoff_base_seconds: Math.round(it.backoff_minutes * MINUTE_S),
    backoff_strategy: it.backoff_strategy,
  },
  voicemail_policy: {
    detection_enabled: it.detection_enabled,
    on_voicemail: it.on_voicemail,
    on_ivr: it.on_ivr,
    on_silence: it.on_silence,
    on_unknown: it.on_unknown,
    message_template: given(it.message_template),
  },
  personalization: { required_keys: it.required_keys, allowed_keys: it.allowed_keys },
  compliance: {
    registry_wash_required: it.registry_wash_required,
    registry_wash_max_age_days: it.registry_wash_max_age_days,
    consent_required: it.consent_required,
    prevent_after_hours: it.prevent_after_hours,
    check_public_holiday: it.check_public_holiday,
    recipient_timezone_aware: it.recipient_timezone_aware,
    cli_return_number: given(it.cli_return_number),
    cli_employer_name: given(it.cli_employer_name),
    cli_authorizer_name: given(it.cli_authorizer_name),
    cli_call_purpose: given(it.cli_call_purpose),
    exemption_type: given(it.exemption_type),
  },
});

/** The field of the form that a finding of the API is about. */
export const FIELD_OF_PATH: Readonly<Record<string, keyof Values>> = {
  'retry_policy.enabled': 'retry_enabled',
  'retry_policy.backoff_base_seconds': 'backoff_minutes',
};
