import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  TEST_CALL_SOURCES,
  type TestCallSource,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import {
  RESULT_STATUSES,
  type ResultStatus,
} from '../../configuration/rules/tests/conversation-result.policy.js';
import type { ConversationTest } from '../../assistant-tests/rules/conversation-test.schema.js';
import {
  TEST_CALL_STATUSES,
  type TestCallStatus,
} from '../../assistant-tests/rules/test-call-status.policy.js';
import { APPLIED_STATES, type AppliedState } from './runtime.policy.js';

const sections = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: true },
  description: 'Every section by its name; secrets appear as {"secret_ref": name}.',
  example: {},
} as const;

const secrets = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The secrets that the sections refer to, by name, in plain text.',
  example: {},
} as const;

/** The published configuration in the form that the runtime uses. */
export class RuntimeConfigurationResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @Field("The time zone of the sections' hours.", { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ type: 'integer', example: 3 })
  version_number!: number;

  @Field('The hash that the runtime reports once it runs this configuration.')
  content_hash!: string;

  @ApiProperty({ format: 'date-time' })
  published_at!: string;

  @ApiProperty(sections)
  sections!: Record<string, Record<string, unknown>>;

  @ApiProperty(secrets)
  secrets!: Record<string, string>;
}

export class RuntimeReportResponse {
  @Field(
    'confirmed: it runs the published version. pending: an earlier version. failed: a configuration that ' +
      'was never published, or not the version that it names.',
    { enum: APPLIED_STATES },
  )
  state!: AppliedState;

  @Field(
    'The state that exports wait for. Like state, except that an earlier version counts as confirmed if ' +
      'its governance and identity-verification equal the published ones.',
    { enum: APPLIED_STATES },
  )
  compliance!: AppliedState;
}

/** A test call that only this runtime has claimed. */
export class TakenTestCallResponse {
  @ApiProperty({ format: 'uuid' })
  test_call_id!: string;

  @ApiProperty({ example: '+61255501234' })
  to_number!: string;

  @ApiProperty({ enum: TEST_CALL_SOURCES })
  source!: TestCallSource;

  @ApiProperty({ format: 'date-time' })
  requested_at!: string;

  @ApiProperty(sections)
  sections!: Record<string, Record<string, unknown>>;

  @ApiProperty(secrets)
  secrets!: Record<string, string>;
}

export class TakenTestCallsResponse {
  @Field('Oldest first.', { type: [TakenTestCallResponse] })
  items!: TakenTestCallResponse[];
}

export class TestCallReportedResponse {
  @ApiProperty({ format: 'uuid' })
  test_call_id!: string;

  @ApiProperty({ enum: TEST_CALL_STATUSES })
  status!: TestCallStatus;

  @Field('Whether this report changed anything.')
  applied!: boolean;
}

export class WaitingTestsOfProjectResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  test_calls!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  conversation_tests!: number;
}

export class WaitingTestsResponse {
  @Field('Projects with waiting tests.', { type: [WaitingTestsOfProjectResponse] })
  items!: WaitingTestsOfProjectResponse[];
}

/** The run whose tests were claimed. */
export class TakenRunResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ enum: TEST_CALL_SOURCES })
  use!: TestCallSource;

  @Field('Every section by its name; secrets appear as {"secret_ref": name}.', {
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: true },
    example: {},
  })
  sections!: Record<string, Record<string, unknown>>;

  @Field('The secrets that the sections refer to, by name, in plain text.', {
    type: 'object',
    additionalProperties: { type: 'string' },
    example: {},
  })
  secrets!: Record<string, string>;
}

/** A conversation test that only this runtime holds. */
export class TakenConversationTestResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ example: 'Asks for opening hours' })
  name!: string;

  @Field('Send it with the report.', { type: 'integer', example: 1 })
  attempt!: number;

  @Field('If no report arrives before this time, another runtime gets it, once.', { format: 'date-time' })
  lease_expires_at!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  script!: ConversationTest['script'];

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  assertions!: ConversationTest['assertions'];
}

export class TakenConversationTestsResponse {
  @NullableField(TakenRunResponse, { description: 'Null if nothing is waiting.' })
  run!: TakenRunResponse | null;

  @ApiProperty({ type: [TakenConversationTestResponse] })
  items!: TakenConversationTestResponse[];
}

/** The status of a run's test after a report. */
export class ConversationReportedResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ enum: RESULT_STATUSES })
  status!: ResultStatus;

  @Field('Whether this report changed anything.')
  applied!: boolean;
}
