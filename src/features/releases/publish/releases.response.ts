import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import {
  ConversationSummaryResponse,
  SectionChangeResponse,
  SectionFindingResponse,
  ValidatedSectionResponse,
} from '../../configuration/rules/configuration.response.js';
import { VALIDATION_STATUSES } from '../../configuration/rules/sections/findings.policy.js';

export class ValidationResponse {
  @Field(
    'The worst state of all sections, including those that you may not see; blocked if any release ' +
      'finding prevents you from publishing the draft.',
    { enum: VALIDATION_STATUSES },
  )
  status!: (typeof VALIDATION_STATUSES)[number];

  @Field('Every section you may read, by name.', { type: [ValidatedSectionResponse] })
  sections!: ValidatedSectionResponse[];

  @Field(
    'Other reasons for which POST /publish would refuse you now: permission to release, approvals, ' +
      'conversation tests, a staged release, an archived project. A path is section.path, or empty for the ' +
      'whole.',
    { type: [SectionFindingResponse], example: [] },
  )
  release_findings!: readonly SectionFindingResponse[];

  @ApiProperty({ type: ConversationSummaryResponse })
  conversation_tests!: ConversationSummaryResponse;
}

export const VERSION_STATES = ['current', 'published', 'staged', 'taken_back'] as const;

/** A version; it never changes, except for its state. */
export class VersionResponse {
  @Field('Counts from 1 in each project.', { type: 'integer', example: 3 })
  version_number!: number;

  @ApiProperty({ format: 'date-time' })
  published_at!: string;

  @Field('Identifier of a person, a key or a process.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  published_by!: string;

  @NullableField(String, { example: 'Opening hours over the holidays.' })
  change_note!: string | null;

  @Field(
    'Hash of all sections, including those that you may not see: the same for the same content. Compare ' +
      'it only; you cannot compute it, because personal values are hashed with a key.',
    { example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  )
  content_hash!: string;

  @ApiProperty({ enum: ['publish', 'rollback'] })
  source!: 'publish' | 'rollback';

  @NullableField('integer', {
    example: null,
    description: 'The version whose content a rollback restored.',
  })
  rolled_back_from!: number | null;

  @ApiProperty()
  is_current!: boolean;

  @Field(
    'current: calls use it. published: calls used it until the next one. staged: some of the calls use ' +
      'it. taken_back: some calls used it, but it was never published and cannot be rolled back to.',
    { enum: VERSION_STATES },
  )
  state!: (typeof VERSION_STATES)[number];
}

export class PublicationResponse extends VersionResponse {
  @Field(
    'False if the draft equalled the published version: the draft has ended, and this is the existing version.',
  )
  changed!: boolean;

  @Field('The results of the tests at publication.', { type: ConversationSummaryResponse })
  conversation_tests!: ConversationSummaryResponse;
}

export class VersionDetailResponse extends VersionResponse {
  @Field('Every section you may read, by its name; secrets only as {"secret_ref": name}.', {
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: true },
    example: {},
  })
  sections!: Record<string, Record<string, unknown>>;
}

export class VersionListResponse {
  @Field('Newest first.', { type: [VersionResponse] })
  items!: VersionResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}

export class ComparisonResponse {
  @Field('As requested.', { example: '2' })
  from!: string;

  @ApiProperty({ example: 'draft' })
  to!: string;

  @Field('Changes in the sections you may read; empty if both are the same.', {
    type: [SectionChangeResponse],
  })
  changes!: SectionChangeResponse[];
}
