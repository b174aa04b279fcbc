import { ApiProperty } from '@nestjs/swagger';
import { TEST_CALL_SOURCES } from '../configuration/test-source.policy.js';
import type { TestCallSource } from '../configuration/test-source.policy.js';
import { RESULT_STATUSES } from '../rules/conversation-result.policy.js';
import type { ResultStatus } from '../rules/conversation-result.policy.js';
import type { ConversationTest } from '../rules/conversation-test.schema.js';

/** What the tests are played against. */
export class TakenRunResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ enum: TEST_CALL_SOURCES })
  use!: TestCallSource;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: true },
    description: 'Every section by its name; where a secret belongs it says {"secret_ref": name}.',
    example: {},
  })
  sections!: Record<string, Record<string, unknown>>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The secrets the sections refer to, by name, in clear.',
    example: {},
  })
  secrets!: Record<string, string>;
}

/** A conversation test that this runtime alone holds. */
export class TakenConversationTestResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ example: 'Asks for opening hours' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'To be named in the report.' })
  attempt!: number;

  @ApiProperty({
    format: 'date-time',
    description: 'Without a report before it is given to another runtime, once.',
  })
  lease_expires_at!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  script!: ConversationTest['script'];

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  assertions!: ConversationTest['assertions'];
}

export class TakenConversationTestsResponse {
  @ApiProperty({ type: TakenRunResponse, nullable: true, description: 'Null where nothing waits.' })
  run!: TakenRunResponse | null;

  @ApiProperty({ type: [TakenConversationTestResponse] })
  items!: TakenConversationTestResponse[];
}

/** How a test of a run stands after a report. */
export class ConversationReportedResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ enum: RESULT_STATUSES })
  status!: ResultStatus;

  @ApiProperty({ description: 'Whether this report has changed anything.' })
  applied!: boolean;
}
