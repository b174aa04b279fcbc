import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';

export class TestingOverrideSummaryResponse {
  @ApiProperty()
  enabled!: boolean;

  @NullableField(String, {
    format: 'date-time',
    example: null,
    description: 'Null: they do not expire.',
  })
  expires_at_utc!: string | null;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class StagedReleaseSummaryResponse {
  @ApiProperty({ type: 'integer', example: 4 })
  version_number!: number;

  @NullableField('integer', { example: 10, description: 'Share of the callers; null if numbers are named.' })
  percent!: number | null;
}

/** A project in the form for partner and internal roles (projects 2.2). */
export class ProjectDetailResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @Field('IANA name.', { example: 'Australia/Sydney' })
  timezone!: string;

  @Field('A project in setup counts as active.', { enum: ['active', 'archived'] })
  lifecycle_state!: 'active' | 'archived';

  @ApiProperty()
  has_draft!: boolean;

  @NullableField('integer', { example: 3, description: 'Null before the first one.' })
  latest_published_version_number!: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @Field('Identifier of a person, a key or a process.', { example: 'system' })
  created_by!: string;

  @NullableField(String, {
    example: null,
    description: 'The etag of the draft until the first publication, then null.',
  })
  initial_draft_etag!: string | null;

  @OptionalField('The version that only some calls run. Absent if there is none.', {
    type: StagedReleaseSummaryResponse,
  })
  staged_release?: StagedReleaseSummaryResponse;

  @OptionalField(
    'The overrides of test calls: those of the draft, else the published ones if they are on. Absent if there are none.',
    { type: TestingOverrideSummaryResponse },
  )
  testing_override_summary?: TestingOverrideSummaryResponse;
}

/** GET /v1/projects for partner and internal roles. */
export class ProjectListResponse {
  @ApiProperty({ type: [ProjectDetailResponse] })
  items!: ProjectDetailResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}

/** GET /v1/projects for every other scope. */
export class LegacyProjectListResponse {
  @ApiProperty({ type: [LegacyProjectResponse] })
  projects!: LegacyProjectResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
