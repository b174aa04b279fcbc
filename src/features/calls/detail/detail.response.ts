import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { SUMMARY_STATUSES, type SummaryStatus } from '../contents/shown-summary.policy.js';
import { TranscriptLineResponse } from '../contents/transcript-line.response.js';
import { TRANSCRIPT_STATUSES, type TranscriptStatus } from '../contents/transcript.policy.js';
import { CallRowResponse } from '../../call-records/rules/call-row.response.js';
import { CostPartsResponse } from '../rollup/call-figures.response.js';
import {
  CONSENT_METHODS,
  CONSENT_STATUSES,
  TRANSFER_KINDS,
  TRANSFER_OUTCOMES,
} from '../../call-records/rules/call-vocabulary.js';
import type {
  ConsentMethod,
  ConsentStatus,
  TransferKind,
  TransferOutcome,
} from '../../call-records/rules/call-vocabulary.js';
import { CONSENT_STATES, type ConsentState } from '../../call-records/rules/consent.policy.js';
import { TIMELINE_EVENTS } from './detail.policy.js';

export class CallerResponse {
  @NullableField(String, { example: '+61491570006', description: 'E.164.' })
  number!: string | null;

  @NullableField(String, { example: 'Robin Example' })
  name!: string | null;
}

export class CallEventResponse {
  @ApiProperty({ enum: TIMELINE_EVENTS, example: 'call_started' })
  event!: (typeof TIMELINE_EVENTS)[number];

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  at_utc!: string;
}

export class TransferAttemptResponse {
  @ApiProperty({ enum: TRANSFER_KINDS, example: 'transfer' })
  kind!: TransferKind;

  @ApiProperty({ enum: TRANSFER_OUTCOMES, example: 'completed' })
  outcome!: TransferOutcome;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:13:40.000Z' })
  at_utc!: string;

  @NullableField(String, {
    example: 'Front desk',
    description: 'Also null if the name contains personal data, such as a number.',
  })
  target_name!: string | null;
}

export class CallTransferResponse {
  @NullableField(String, { enum: TRANSFER_OUTCOMES, example: 'completed' })
  last_outcome!: TransferOutcome | null;

  @ApiProperty({ type: [TransferAttemptResponse] })
  attempts!: TransferAttemptResponse[];
}

export class CallConsentResponse {
  @Field('As it was reported.', { enum: CONSENT_STATUSES, example: 'obtained' })
  status!: ConsentStatus;

  @NullableField(String, { enum: CONSENT_METHODS, example: 'express' })
  method!: ConsentMethod | null;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:12:20.000Z' })
  obtained_at_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: null })
  expires_at_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: null })
  withdrawn_at_utc!: string | null;

  @Field('The current state of the consent.', { enum: CONSENT_STATES, example: 'current' })
  state!: ConsentState;
}

export class CallComplianceResponse {
  @Field('Whether any kind of personal data is permitted to you.', { example: true })
  pii_permitted!: boolean;

  @Field('The kinds that are permitted to you.', { enum: PII_KINDS, isArray: true, example: ['summary'] })
  pii_kinds!: PiiKind[];

  @Field(
    'available: there are lines that you may read, as spoken or redacted; pending: the redacted lines are ' +
      'not available yet; failed: the redaction failed, or the stored transcript cannot be decrypted; ' +
      'none: no transcript.',
    { enum: TRANSCRIPT_STATUSES, example: 'available' },
  )
  transcript_status!: TranscriptStatus;

  @Field(
    'withheld: there is one, but it may contain personal data or cannot be decrypted; none: no summary.',
    {
      enum: SUMMARY_STATUSES,
      example: 'available',
    },
  )
  summary_status!: SummaryStatus;
}

export class CallPerformanceResponse {
  @NullableField(Number, { example: 0.889 })
  avg_ai_response_seconds!: number | null;

  @NullableField(String, { example: 'realtime-a' })
  provider_label!: string | null;
}

export class CallResponseTimesResponse {
  @Field('Answers to the caller that were timed.', { type: 'integer', minimum: 1, example: 14 })
  turns!: number;

  @Field('Median, in milliseconds.', { type: 'integer', example: 780 })
  p50_ms!: number;

  @Field('95th percentile, in milliseconds.', { type: 'integer', example: 1_460 })
  p95_ms!: number;

  @ApiProperty({ type: 'integer', example: 1_905 })
  max_ms!: number;
}

/** GET /v1/calls/{call_id}: the row of the list, with details. */
export class CallDetailResponse extends CallRowResponse {
  @NullableField(String, { example: 'after-hours' })
  solution_id!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:12:12.000Z' })
  answered_at_utc!: string | null;

  @OptionalField('Only with permission for raw_caller.', { type: CallerResponse })
  caller?: CallerResponse;

  @NullableField(String, {
    example: 'Booked a check-up for Tuesday afternoon.',
    description: 'Without permission for summary, only if no personal data was found in it.',
  })
  summary!: string | null;

  @Field('In chronological order.', { type: [CallEventResponse] })
  timeline!: CallEventResponse[];

  @NullableField(CallTransferResponse)
  transfer!: CallTransferResponse | null;

  @NullableField(CallConsentResponse)
  consent!: CallConsentResponse | null;

  @ApiProperty({ type: CallComplianceResponse })
  compliance!: CallComplianceResponse;

  @ApiProperty({ type: CallPerformanceResponse })
  performance!: CallPerformanceResponse;

  @NullableField(CostPartsResponse, {
    description: 'They add up to cost_usd; a part that was not reported is null. Null without any.',
  })
  cost_parts!: CostPartsResponse | null;

  @NullableField(CallResponseTimesResponse, {
    description: 'How long the caller waited for answers; null if that was not reported.',
  })
  response_times!: CallResponseTimesResponse | null;

  @OptionalField('As spoken. Only with permission for transcript; null if there is none.', {
    type: [TranscriptLineResponse],
    nullable: true,
  })
  transcript?: TranscriptLineResponse[] | null;
}
