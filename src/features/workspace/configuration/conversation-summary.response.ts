import { ApiProperty } from '@nestjs/swagger';
import { CONVERSATION_GATES, STANDINGS } from '../rules/conversation-gate.policy.js';
import type { ConversationGate, Standing } from '../rules/conversation-gate.policy.js';
import { RESULT_STATUSES, RUNTIME_ERRORS, SERVICE_ERRORS } from '../rules/conversation-result.policy.js';
import type { ResultStatus } from '../rules/conversation-result.policy.js';
import { SectionFindingResponse } from './validation.response.js';

/** How the newest run of a conversation test went. */
export class LastResultResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ enum: RESULT_STATUSES })
  status!: ResultStatus;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 0,
    description: 'Of a test that was played to its end.',
  })
  failed_assertions!: number | null;

  @ApiProperty({ type: String, enum: [...RUNTIME_ERRORS, ...SERVICE_ERRORS], nullable: true, example: null })
  error_reason!: string | null;
}

/** How one conversation test stands for what would be published. */
export class ConversationStandingResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ example: 'Asks for opening hours' })
  name!: string;

  @ApiProperty({
    enum: STANDINGS,
    description: 'stale: it was run on another configuration, or has changed since.',
  })
  standing!: Standing;

  @ApiProperty({ type: LastResultResponse, nullable: true })
  last_result!: LastResultResponse | null;
}

/** What conversation tests say of what would be published, or was. */
export class ConversationSummaryResponse {
  @ApiProperty({
    enum: CONVERSATION_GATES,
    description: 'must_pass: the draft is published when all have passed on it.',
  })
  gate!: ConversationGate;

  @ApiProperty({
    type: [SectionFindingResponse],
    description: 'What keeps the draft from being published.',
    example: [],
  })
  findings!: readonly SectionFindingResponse[];

  @ApiProperty({ type: [ConversationStandingResponse], description: 'By name.', example: [] })
  tests!: readonly ConversationStandingResponse[];
}
