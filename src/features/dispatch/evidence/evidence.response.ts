import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import type { EvidenceBlocks } from '../../campaigns/rules/eligibility/evidence-blocks.js';

const text = { type: String, nullable: true } as const;
const instant = { type: String, format: 'date-time', nullable: true } as const;

class PlaceClockResponse {
  @ApiProperty({ example: 'Australia/Sydney' }) timezone!: string;
  @Field('The local time, with its offset.', { ...text })
  local_time!: string | null;
  @ApiProperty({ ...text, example: '09:00' }) window_start!: string | null;
  @ApiProperty({ ...text, example: '20:00' }) window_end!: string | null;
  @ApiProperty() within_window!: boolean;
}

class TimezoneEvaluationResponse {
  @ApiProperty(text) recipient_timezone!: string | null;
  @NullableField(String, { enum: ['contact', 'subdivision', 'country', 'campaign'] })
  source!: string | null;
  @Field("The person's local time, with its offset.", { ...text })
  local_time!: string | null;
  @ApiProperty({ ...text, example: '09:00' }) window_start!: string | null;
  @ApiProperty({ ...text, example: '20:00' }) window_end!: string | null;
  @ApiProperty() within_window!: boolean;
  @ApiProperty({ format: 'date-time', type: String }) evaluated_at_utc!: Date;
  @OptionalField(
    "The local times at the person's location, which had to permit the call as well. Absent if the " +
      "person's time zone belongs to the location.",
    { type: [PlaceClockResponse] },
  )
  place_clocks?: PlaceClockResponse[];
}

class HolidayEvaluationResponse {
  @ApiProperty() calendar!: string;
  @ApiProperty(text) subdivision!: string | null;
  @ApiProperty(text) holiday_name!: string | null;
  @ApiProperty() is_national!: boolean;
  @ApiProperty() blocked!: boolean;
}

class DncrSummaryResponse {
  @ApiProperty(text) registry_wash_record_id!: string | null;
  @ApiProperty(text) registry_status!: string | null;
  @ApiProperty(instant) washed_at_utc!: Date | null;
  @ApiProperty(instant) valid_until_utc!: Date | null;
  @NullableField('integer') age_days!: number | null;
  @ApiProperty(text) ruleset_id!: string | null;
}

class CliSummaryResponse {
  @ApiProperty(text) return_number_masked!: string | null;
  @ApiProperty(text) employer_name!: string | null;
  @ApiProperty(text) authorizer_name!: string | null;
  @ApiProperty(text) call_purpose!: string | null;
  @ApiProperty() complete!: boolean;
}

class RetrySummaryResponse {
  @ApiProperty({ type: 'integer' }) attempt_number!: number;
  @Field('Retries after the first attempt.', { type: 'integer' }) max_attempts!: number;
  @ApiProperty(instant) next_attempt_at_utc!: Date | null;
  @Field('How the previous attempt ended.', { ...text }) reason!: string | null;
}

class RecentCallSummaryResponse {
  @Field('The latest earlier call to the number by another campaign of the client.', { ...instant })
  called_at_utc!: Date | null;
  @Field('The end of the pause between campaigns after that call; a retry does not wait for it.', {
    ...instant,
  })
  may_be_called_from_utc!: Date | null;
}

class ConsentEvidenceResponse {
  @ApiProperty() required!: boolean;
  @ApiProperty() state!: string;
  @ApiProperty(text) consent_type!: string | null;
  @ApiProperty(text) consent_source!: string | null;
  @ApiProperty(instant) consent_given_at_utc!: Date | null;
  @ApiProperty(instant) consent_expires_at_utc!: Date | null;
  @ApiProperty(instant) consent_withdrawn_at_utc!: Date | null;
  @Field('Whether a reference to evidence is stored; it is never shown.')
  evidence_recorded!: boolean;
}

class ExemptionEvidenceResponse {
  @ApiProperty(text) exemption_type!: string | null;
  @ApiProperty() verified!: boolean;
}

const recorded = { description: 'Absent unless `evidence_status` is `recorded`.' } as const;

/** Evidence of the decision to make a call; unless `recorded`, only the first three fields. */
export class OutboundEvidenceResponse implements Partial<EvidenceBlocks> {
  @ApiProperty() call_id!: string;
  @ApiProperty() project_id!: string;
  @ApiProperty({ enum: ['recorded', 'not_recorded', 'not_outbound'] }) evidence_status!: string;
  @ApiPropertyOptional(recorded) policy_source?: string;
  @ApiPropertyOptional(recorded) policy_version?: string;
  @ApiPropertyOptional({ ...recorded, enum: ['telemarketing', 'research', 'service'] }) call_type?: string;
  @ApiPropertyOptional(recorded) jurisdiction?: string;
  @ApiPropertyOptional({ ...recorded, type: TimezoneEvaluationResponse })
  timezone_evaluation?: EvidenceBlocks['timezone_evaluation'];
  @ApiPropertyOptional({ ...recorded, type: HolidayEvaluationResponse })
  holiday_evaluation?: EvidenceBlocks['holiday_evaluation'];
  @ApiPropertyOptional({ ...recorded, type: DncrSummaryResponse })
  dncr_summary?: EvidenceBlocks['dncr_summary'];
  @ApiPropertyOptional({ ...recorded, type: CliSummaryResponse }) cli_summary?: EvidenceBlocks['cli_summary'];
  @ApiPropertyOptional({ ...recorded, type: RetrySummaryResponse })
  retry_summary?: EvidenceBlocks['retry_summary'];
  @ApiPropertyOptional({ ...recorded, type: RecentCallSummaryResponse })
  recent_call_summary?: EvidenceBlocks['recent_call_summary'];
  @ApiPropertyOptional({ ...recorded, type: ConsentEvidenceResponse })
  consent_evidence?: EvidenceBlocks['consent_evidence'];
  @ApiPropertyOptional({ ...recorded, type: ExemptionEvidenceResponse })
  exemption_evidence?: EvidenceBlocks['exemption_evidence'];
}
