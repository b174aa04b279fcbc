import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  LastResultResponse,
  SectionFindingResponse,
} from '../../configuration/rules/configuration.response.js';
import { GATE_STATUSES, type GateStatus } from '../../configuration/rules/tests/conversation-gate.policy.js';
import type { ConversationTest } from '../rules/conversation-test.schema.js';

/** The newest results of the current test. */
export class LastResultsResponse {
  @NullableField(LastResultResponse, { description: 'On the current draft.' })
  draft!: LastResultResponse | null;

  @NullableField(LastResultResponse, { description: 'On the published version.' })
  published!: LastResultResponse | null;
}

/** A conversation test of a project, without its script. */
export class ConversationTestSummaryResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ example: 'Asks for opening hours' })
  name!: string;

  @Field('For If-Match; changes whenever the test changes.')
  etag!: string;

  @Field('For the configuration that would be published now: the draft, else the published version.', {
    enum: GATE_STATUSES,
  })
  standing!: GateStatus;

  @ApiProperty({ type: LastResultsResponse })
  last_results!: LastResultsResponse;

  @Field('Destinations and tools that the project does not have, in the draft or as published.', {
    type: [SectionFindingResponse],
    example: [],
  })
  findings!: SectionFindingResponse[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  created_by!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({ example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  updated_by!: string;
}

export class ConversationTestResponse extends ConversationTestSummaryResponse {
  @ApiProperty({ type: 'object', allOf: [{ $ref: getSchemaPath('ConversationScript') }] } as never)
  script!: ConversationTest['script'];

  @ApiProperty({ type: 'array', items: { $ref: getSchemaPath('ConversationAssertion') } })
  assertions!: ConversationTest['assertions'];
}

export class ConversationTestListResponse {
  @Field('By name; at most 50.', { type: [ConversationTestSummaryResponse] })
  items!: ConversationTestSummaryResponse[];
}

export class DeletedConversationTestResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ format: 'date-time' })
  deleted_at!: string;
}
