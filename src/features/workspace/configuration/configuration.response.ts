import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CONVERSATION_GATES, STANDINGS } from '../rules/conversation-gate.policy.js';
import type { ConversationGate, Standing } from '../rules/conversation-gate.policy.js';
import { RESULT_STATUSES, RUNTIME_ERRORS, SERVICE_ERRORS } from '../rules/conversation-result.policy.js';
import type { ResultStatus } from '../rules/conversation-result.policy.js';
import { VALIDATION_STATUSES } from './findings.policy.js';

const anyValue = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
  nullable: true,
};

/** One difference, as in a JSON patch. */
export class SectionChangeResponse {
  @ApiProperty({ example: 'booking' })
  section!: string;

  @ApiProperty({
    example: '/hours/0/closes',
    description: 'Path in the section, as it is after the changes before this one; empty for all of it.',
  })
  path!: string;

  @ApiProperty({ enum: ['add', 'remove', 'replace'] })
  op!: 'add' | 'remove' | 'replace';

  @ApiPropertyOptional({
    ...anyValue,
    example: '17:00',
    description: 'Absent for add, and where one secret took the place of another.',
  })
  from?: unknown;

  @ApiPropertyOptional({
    ...anyValue,
    example: '18:00',
    description: 'Absent for remove, and where one secret took the place of another.',
  })
  to?: unknown;
}

/** What validation says about one place of a section. */
export class SectionFindingResponse {
  @ApiProperty({ enum: ['error', 'warning'], description: 'An error blocks publishing, a warning does not.' })
  severity!: 'error' | 'warning';

  @ApiProperty({ example: 'secret_missing' })
  code!: string;

  @ApiProperty({ description: "From the configuration's root; empty for the whole.", example: 'crm.api_key' })
  path!: string;

  @ApiProperty({ example: 'The project has no secret CRM_API_KEY.' })
  message!: string;
}

export class SectionValidationResponse {
  @ApiProperty({ enum: VALIDATION_STATUSES, description: 'A blocked section cannot be published.' })
  status!: (typeof VALIDATION_STATUSES)[number];

  @ApiProperty({ type: [SectionFindingResponse], example: [] })
  findings!: SectionFindingResponse[];
}

/** What validation says about one section of the configuration as it would be published. */
export class ValidatedSectionResponse extends SectionValidationResponse {
  @ApiProperty({ example: 'booking' })
  section!: string;
}

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

/** Which configuration a test runs. */
export class TestedConfigurationResponse {
  @ApiProperty({ type: String, nullable: true, description: 'Of a draft: its etag at the time.' })
  draft_etag!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 3,
    description: 'Of a version: its number. Of a draft: that of the version it has become.',
  })
  version_number!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Its content hash.' })
  content_hash!: string | null;
}
