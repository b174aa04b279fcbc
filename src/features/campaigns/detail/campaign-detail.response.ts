import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  BACKOFF_STRATEGIES,
  ON_IVR,
  ON_SILENCE,
  ON_UNKNOWN,
  ON_VOICEMAIL,
} from '../rules/campaign-settings.js';
import type {
  BackoffStrategy,
  CompliancePolicy,
  PersonalizationKeys,
  RetryPolicy,
  VoicemailPolicy,
} from '../rules/campaign-settings.js';
import { CampaignSummary } from './campaign-summary.response.js';
import { CampaignStatusChange } from './status-log.response.js';

export class CampaignRetryPolicy implements RetryPolicy {
  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, example: 3 })
  max_attempts!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 604_800, example: 3600 })
  backoff_base_seconds!: number;

  @ApiProperty({ enum: BACKOFF_STRATEGIES, example: 'linear' })
  backoff_strategy!: BackoffStrategy;

  @ApiProperty({ example: true })
  retry_on_no_answer!: boolean;

  @ApiProperty({ example: true })
  retry_on_voicemail!: boolean;

  @ApiProperty({ example: true })
  retry_on_busy!: boolean;
}

export class CampaignVoicemailPolicy implements VoicemailPolicy {
  @ApiProperty({ example: true })
  detection_enabled!: boolean;

  @ApiProperty({ enum: ON_VOICEMAIL, example: 'hangup' })
  on_voicemail!: VoicemailPolicy['on_voicemail'];

  @ApiProperty({ enum: ON_IVR, example: 'hangup' })
  on_ivr!: VoicemailPolicy['on_ivr'];

  @ApiProperty({ enum: ON_SILENCE, example: 'retry' })
  on_silence!: VoicemailPolicy['on_silence'];

  @ApiProperty({ enum: ON_UNKNOWN, example: 'proceed' })
  on_unknown!: VoicemailPolicy['on_unknown'];

  @NullableField(String, { example: null })
  message_template!: string | null;
}

export class CampaignPersonalization implements PersonalizationKeys {
  @ApiProperty({ type: [String], example: ['first_name'] })
  required_keys!: string[];

  @ApiProperty({ type: [String], example: ['first_name', 'clinic'] })
  allowed_keys!: string[];
}

export class CampaignCompliance implements CompliancePolicy {
  @ApiProperty({ example: true })
  registry_wash_required!: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 365, example: 30 })
  registry_wash_max_age_days!: number;

  @ApiProperty({ example: true })
  consent_required!: boolean;

  @ApiProperty({ example: true })
  prevent_after_hours!: boolean;

  @ApiProperty({ example: true })
  check_public_holiday!: boolean;

  @ApiProperty({ example: true })
  recipient_timezone_aware!: boolean;

  @NullableField(String, { example: '+61255501234' })
  cli_return_number!: string | null;

  @NullableField(String, { example: 'Acme Dental' })
  cli_employer_name!: string | null;

  @NullableField(String, { example: 'Practice manager' })
  cli_authorizer_name!: string | null;

  @NullableField(String, { example: 'Reminder of a check-up' })
  cli_call_purpose!: string | null;

  @NullableField(String, { example: null })
  exemption_type!: string | null;
}

/** One campaign (campaigns 2.6). */
export class CampaignDetail extends CampaignSummary {
  @NullableField(String, { format: 'date-time', example: null })
  started_at_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: null })
  completed_at_utc!: string | null;

  @ApiProperty({ type: CampaignRetryPolicy })
  retry_policy!: CampaignRetryPolicy;

  @ApiProperty({ type: CampaignVoicemailPolicy })
  voicemail_policy!: CampaignVoicemailPolicy;

  @ApiProperty({ type: CampaignPersonalization })
  personalization!: CampaignPersonalization;

  @Field('Whether all contacts with the same number are called.', { example: false })
  allow_repeated_numbers!: boolean;

  @ApiProperty({ type: CampaignCompliance })
  compliance!: CampaignCompliance;

  @NullableField(String, { format: 'uuid', example: null })
  last_registry_wash_record_id!: string | null;

  @Field('The last 50 changes of status, newest first.', { type: [CampaignStatusChange] })
  status_log!: CampaignStatusChange[];
}
