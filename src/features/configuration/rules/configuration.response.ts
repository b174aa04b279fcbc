import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CONVERSATION_GATES, GATE_STATUSES } from './tests/conversation-gate.policy.js';
import type { ConversationGate, GateStatus } from './tests/conversation-gate.policy.js';
import { RESULT_STATUSES, RUNTIME_ERRORS, SERVICE_ERRORS } from './tests/conversation-result.policy.js';
import type { ResultStatus } from './tests/conversation-result.policy.js';
import { VALIDATION_STATUSES } from './sections/findings.policy.js';

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

  @Field('Path in the section as it is after the preceding changes; empty: the whole section.', {
    example: '/hours/0/closes',
  })
  path!: string;

  @ApiProperty({ enum: ['add', 'remove', 'replace'] })
  op!: 'add' | 'remove' | 'replace';

  @OptionalField('Absent for add, and if one secret replaced another.', {
    ...anyValue,
    example: '17:00',
  })
  from?: unknown;

  @OptionalField('Absent for remove, and if one secret replaced another.', {
    ...anyValue,
    example: '18:00',
  })
  to?: unknown;
}

export class SectionFindingResponse {
  @Field('An error blocks publishing, a warning does not.', { enum: ['error', 'warning'] })
  severity!: 'error' | 'warning';

  @ApiProperty({ example: 'secret_missing' })
  code!: string;

  @Field("From the configuration's root; empty for the whole.", { example: 'crm.api_key' })
  path!: string;

  @ApiProperty({ example: 'The project has no secret CRM_API_KEY.' })
  message!: string;
}

export class SectionValidationResponse {
  @Field('A blocked section cannot be published.', { enum: VALIDATION_STATUSES })
  status!: (typeof VALIDATION_STATUSES)[number];

  @ApiProperty({ type: [SectionFindingResponse], example: [] })
  findings!: SectionFindingResponse[];
}

/** The findings about one section as it would be published. */
export class ValidatedSectionResponse extends SectionValidationResponse {
  @ApiProperty({ example: 'booking' })
  section!: string;
}

/** The result of the newest run of a conversation test. */
export class LastResultResponse {
  @ApiProperty({ format: 'uuid' })
  run_id!: string;

  @ApiProperty({ enum: RESULT_STATUSES })
  status!: ResultStatus;

  @NullableField(String, { format: 'date-time' })
  ended_at!: string | null;

  @NullableField('integer', { example: 0, description: 'Only for a completed test.' })
  failed_assertions!: number | null;

  @NullableField(String, { enum: [...RUNTIME_ERRORS, ...SERVICE_ERRORS], example: null })
  error_reason!: string | null;
}

export class ConversationStandingResponse {
  @ApiProperty({ format: 'uuid' })
  test_id!: string;

  @ApiProperty({ example: 'Asks for opening hours' })
  name!: string;

  @Field('stale: it was run on another configuration, or has changed since.', { enum: GATE_STATUSES })
  standing!: GateStatus;

  @NullableField(LastResultResponse)
  last_result!: LastResultResponse | null;
}

/** The results of conversation tests for a draft or a version. */
export class ConversationSummaryResponse {
  @Field('must_pass: the draft is published when all have passed on it.', { enum: CONVERSATION_GATES })
  gate!: ConversationGate;

  @Field('Findings that prevent publication of the draft.', {
    type: [SectionFindingResponse],
    example: [],
  })
  findings!: readonly SectionFindingResponse[];

  @Field('Sorted by name.', { type: [ConversationStandingResponse], example: [] })
  tests!: readonly ConversationStandingResponse[];
}

export class TestedConfigurationResponse {
  @NullableField(String, { description: 'For a draft: its etag at the time.' })
  draft_etag!: string | null;

  @NullableField('integer', {
    example: 3,
    description: 'For a version: its number. For a draft: the number of the version that it became.',
  })
  version_number!: number | null;

  @NullableField(String, { description: 'Its content hash.' })
  content_hash!: string | null;
}
