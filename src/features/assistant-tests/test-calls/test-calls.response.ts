import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { TestedConfigurationResponse } from '../../configuration/rules/configuration.response.js';
import {
  TEST_CALL_SOURCES,
  type TestCallSource,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import { ShownTranscriptResponse } from '../transcripts/shown-lines.response.js';
import {
  RUNTIME_FAILURES,
  SERVICE_FAILURES,
  TEST_CALL_OUTCOMES,
  TEST_CALL_STATUSES,
} from '../rules/test-call-status.policy.js';
import type { TestCallStatus } from '../rules/test-call-status.policy.js';

/** A test call that waits for the runtime to place it. */
export class TestCallResponse {
  @ApiProperty({ format: 'uuid' })
  test_call_id!: string;

  @ApiProperty({ enum: ['queued'] })
  status!: 'queued';
}

const instant = { type: String, format: 'date-time', nullable: true } as const;
const stage = { type: 'integer', example: 640, description: 'Absent if the runtime reported none.' } as const;

export class StagesResponse {
  @OptionalField("From the caller's first words to the first answer; absent if the runtime reported none.", {
    ...stage,
  })
  first_response_ms?: number;

  @OptionalField('The mean over the turns, as for all values below; absent if the runtime reported none.', {
    ...stage,
  })
  speech_to_text_ms?: number;

  @ApiPropertyOptional(stage)
  model_ms?: number;

  @ApiPropertyOptional(stage)
  tools_ms?: number;

  @ApiPropertyOptional(stage)
  text_to_speech_ms?: number;

  @OptionalField('For a whole turn; absent if the runtime reported none.', { ...stage })
  turn_ms?: number;
}

export class TestCallRecordResponse {
  @ApiProperty({ format: 'uuid' })
  test_call_id!: string;

  @Field('queued, then placed by a runtime, in_call, ended. failed and expired say why.', {
    enum: TEST_CALL_STATUSES,
  })
  status!: TestCallStatus;

  @ApiProperty({ enum: TEST_CALL_SOURCES })
  use!: TestCallSource;

  @ApiProperty({ type: TestedConfigurationResponse })
  configuration!: TestedConfigurationResponse;

  @ApiProperty({ example: '+61 *** *** 159' })
  to_number_masked!: string;

  @ApiProperty({ format: 'date-time' })
  requested_at!: string;

  @Field('Identifier of a person or a key.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  requested_by!: string;

  @Field('When a runtime claimed it.', { ...instant })
  taken_at!: string | null;

  @ApiProperty(instant)
  answered_at!: string | null;

  @ApiProperty(instant)
  ended_at!: string | null;

  @NullableField(String, { enum: TEST_CALL_OUTCOMES, description: 'Only for a call that ended.' })
  outcome!: string | null;

  @NullableField(String, {
    enum: [...RUNTIME_FAILURES, ...SERVICE_FAILURES],
    description: 'Only for a call that failed or expired.',
  })
  failure_reason!: string | null;

  @NullableField(String, { description: "The runtime's id of the call, which appears in no list of calls." })
  call_id!: string | null;

  @NullableField(StagesResponse)
  stages!: StagesResponse | null;
}

export class TestCallDetailResponse extends TestCallRecordResponse {
  @ApiProperty({ type: ShownTranscriptResponse })
  transcript!: ShownTranscriptResponse;
}

export class TestCallListResponse {
  @Field('Newest first.', { type: [TestCallRecordResponse] })
  items!: TestCallRecordResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
