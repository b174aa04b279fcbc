import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PII_KINDS } from '../../../core/privacy/pii-permission.policy.js';
import type { PiiKind } from '../../../core/privacy/pii-permission.policy.js';
import { SUMMARY_STATUSES } from '../contents/shown-summary.policy.js';
import type { SummaryStatus } from '../contents/shown-summary.policy.js';
import { TranscriptLineResponse } from '../contents/transcript-line.response.js';
import { TRANSCRIPT_STATUSES } from '../contents/transcript.policy.js';
import type { TranscriptStatus } from '../contents/transcript.policy.js';
import { CallRowResponse } from '../rules/call-row.response.js';
import {
  CONSENT_METHODS,
  CONSENT_STATUSES,
  TRANSFER_KINDS,
  TRANSFER_OUTCOMES,
} from '../rules/call-vocabulary.js';
import type {
  ConsentMethod,
  ConsentStatus,
  TransferKind,
  TransferOutcome,
} from '../rules/call-vocabulary.js';
import { CONSENT_STATES } from '../rules/consent.policy.js';
import type { ConsentState } from '../rules/consent.policy.js';
import { TIMELINE_EVENTS } from './detail.policy.js';

export class CallerResponse {
  @ApiProperty({ type: String, nullable: true, example: '+61491570006', description: 'E.164.' })
  number!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Robin Example' })
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

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Front desk',
    description: 'Null also where the name holds personal data, such as a number.',
  })
  target_name!: string | null;
}

export class CallTransferResponse {
  @ApiProperty({ enum: TRANSFER_OUTCOMES, type: String, nullable: true, example: 'completed' })
  last_outcome!: TransferOutcome | null;

  @ApiProperty({ type: [TransferAttemptResponse] })
  attempts!: TransferAttemptResponse[];
}

export class CallConsentResponse {
  @ApiProperty({ enum: CONSENT_STATUSES, example: 'obtained', description: 'As it was reported.' })
  status!: ConsentStatus;

  @ApiProperty({ enum: CONSENT_METHODS, type: String, nullable: true, example: 'express' })
  method!: ConsentMethod | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-10-31T04:12:20.000Z' })
  obtained_at_utc!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  expires_at_utc!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  withdrawn_at_utc!: string | null;

  @ApiProperty({ enum: CONSENT_STATES, example: 'current', description: 'How it stands at this moment.' })
  state!: ConsentState;
}

export class CallComplianceResponse {
  @ApiProperty({ example: true, description: 'Whether any kind of personal data is permitted to you.' })
  pii_permitted!: boolean;

  @ApiProperty({ enum: PII_KINDS, isArray: true, example: ['summary'], description: 'Which kinds are.' })
  pii_kinds!: PiiKind[];

  @ApiProperty({
    enum: TRANSCRIPT_STATUSES,
    example: 'available',
    description:
      'available: there are lines that you may read, here or redacted; pending: the redacted ones are not there ' +
      'yet; failed: the redaction did, or what is stored cannot be opened; none: no transcript.',
  })
  transcript_status!: TranscriptStatus;

  @ApiProperty({
    enum: SUMMARY_STATUSES,
    example: 'available',
    description:
      'withheld: there is one, and it may hold personal data or cannot be opened; none: no summary.',
  })
  summary_status!: SummaryStatus;
}

export class CallPerformanceResponse {
  @ApiProperty({ type: Number, nullable: true, example: 0.889 })
  avg_ai_response_seconds!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'realtime-a' })
  provider_label!: string | null;
}

/** GET /v1/calls/{call_id}: the row of the list and what is known beyond it. */
export class CallDetailResponse extends CallRowResponse {
  @ApiProperty({ type: String, nullable: true, example: 'after-hours' })
  solution_id!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-10-31T04:12:12.000Z' })
  answered_at_utc!: string | null;

  @ApiPropertyOptional({ type: CallerResponse, description: 'Only with permission for raw_caller.' })
  caller?: CallerResponse;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Booked a check-up for Tuesday afternoon.',
    description: 'Without permission for summary only where no personal data was found in it.',
  })
  summary!: string | null;

  @ApiProperty({ type: [CallEventResponse], description: 'In order of time.' })
  timeline!: CallEventResponse[];

  @ApiProperty({ type: CallTransferResponse, nullable: true })
  transfer!: CallTransferResponse | null;

  @ApiProperty({ type: CallConsentResponse, nullable: true })
  consent!: CallConsentResponse | null;

  @ApiProperty({ type: CallComplianceResponse })
  compliance!: CallComplianceResponse;

  @ApiProperty({ type: CallPerformanceResponse })
  performance!: CallPerformanceResponse;

  @ApiPropertyOptional({
    type: [TranscriptLineResponse],
    nullable: true,
    description: 'As spoken. Only with permission for transcript; null where there is none.',
  })
  transcript?: TranscriptLineResponse[] | null;
}
