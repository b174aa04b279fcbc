import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import {
  TEST_CALL_SOURCES,
  type TestCallSource,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import { TestedConfigurationResponse } from '../../configuration/rules/configuration.response.js';
import { CONVERSATION_FINDINGS, type ConversationFinding } from '../rules/conversation-finding.schema.js';
import { ShownTranscriptResponse } from '../transcripts/shown-lines.response.js';
import {
  RESULT_STATUSES,
  RUN_STATUSES,
  RUNTIME_ERRORS,
  SERVICE_ERRORS,
} from '../../configuration/rules/tests/conversation-result.policy.js';
import type { ResultStatus, RunStatus } from '../../configuration/rules/tests/conversation-result.policy.js';

const instant = { type: String, format: 'date-time', nullable: true } as const;

export class AssertionResultResponse {
  @Field('Its position among the assertions of the test.', { type: 'integer', example: 0 })
  index!: number;

  @ApiProperty()
  passed!: boolean;
}

class ConversationFindingResponse {
  @Field('tripwire: a guard of the runtime held words back. The others are of the configuration.', {
    enum: [...CONVERSATION_FINDINGS],
    example: 'end_call_rule',
  })
  kind!: ConversationFinding['kind'];

  @Field('Name of the rule, destination or tool; for a tripwire, what it found.', {
    example: 'caller-is-done',
  })
  name!: string;

  @Field("The caller's line, from 1; 0: before the first one.", { type: 'integer', example: 1 })
  turn!: number;
}

export class ConversationResultResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @Field('The name of the test when the run was requested.', { example: 'Asks for opening hours' })
  name!: string;

  @Field('error: it was not played to its end.', { enum: RESULT_STATUSES })
  status!: ResultStatus;

  @ApiProperty(instant)
  started_at!: string | null;

  @ApiProperty(instant)
  ended_at!: string | null;

  @NullableField(String, { enum: [...RUNTIME_ERRORS, ...SERVICE_ERRORS], example: null })
  error_reason!: string | null;

  @NullableField([AssertionResultResponse])
  assertions!: AssertionResultResponse[] | null;

  @NullableField('integer', { example: 4, description: 'Turns of the agent.' })
  turns!: number | null;

  @NullableField('integer', { example: 640 })
  first_response_ms!: number | null;

  @Field('Rules, tripwires, tools and transfers that were used, in order.', {
    type: [ConversationFindingResponse],
  })
  findings!: ConversationFinding[];

  @ApiProperty({ type: ShownTranscriptResponse })
  excerpt!: ShownTranscriptResponse;
}

export class RunCountsResponse {
  @ApiProperty({ type: 'integer', example: 0 })
  queued!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  running!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  passed!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  failed!: number;

  @Field('Not completed.', { type: 'integer', example: 0 })
  error!: number;
}

class RunResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ enum: TEST_CALL_SOURCES })
  use!: TestCallSource;

  @ApiProperty({ type: TestedConfigurationResponse })
  configuration!: TestedConfigurationResponse;

  @Field(
    'failed: all tests have ended, and at least one did not pass. expired: no runtime took the remaining ' +
      'tests within six hours. cancelled: a request ended the run.',
    { enum: RUN_STATUSES },
  )
  status!: RunStatus;

  @ApiProperty({ format: 'date-time' })
  requested_at!: string;

  @ApiProperty({ example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  requested_by!: string;

  @Field('When the last of its tests ended; null while it is in progress.', { ...instant })
  ended_at!: string | null;
}

export class ConversationRunResponse extends RunResponse {
  @Field('By name.', { type: [ConversationResultResponse] })
  results!: ConversationResultResponse[];
}

export class ConversationRunRecordResponse extends RunResponse {
  @ApiProperty({ type: RunCountsResponse })
  tests!: RunCountsResponse;
}

export class ConversationRunListResponse {
  @Field('Newest first.', { type: [ConversationRunRecordResponse] })
  items!: ConversationRunRecordResponse[];

  @OptionalField('Cursor of the next page; left out on the last page.')
  next_cursor?: string;
}
