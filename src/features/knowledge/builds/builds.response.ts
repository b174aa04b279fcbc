import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { BUILD_STATES, type BuildState } from '../rules/builds.policy.js';

const INSTANT = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const SOURCE = { format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' } as const;
const HASH = { example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } as const;

export const FAILURE_CODES = ['source_gone', 'not_indexed'] as const;

/** The difference from the previous ready build, as ids of sources. */
export class KnowledgeBuildChanges {
  @ApiProperty({ type: [String], example: [SOURCE.example] })
  added!: readonly string[];

  @Field('Sources with another text, title or language.', { type: [String], example: [] })
  changed!: readonly string[];

  @ApiProperty({ type: [String], example: [] })
  removed!: readonly string[];
}

export class KnowledgeBuildFailure {
  @ApiProperty(SOURCE)
  source_id!: string;

  @Field('source_gone: its text was deleted meanwhile; not_indexed: repeated attempts failed.', {
    enum: FAILURE_CODES,
  })
  code!: (typeof FAILURE_CODES)[number];
}

export class KnowledgeBuildSource {
  @ApiProperty(SOURCE)
  source_id!: string;

  @ApiProperty(HASH)
  content_hash!: string;

  @NullableField('integer', { description: 'Null: it is not indexed yet.', example: 12 })
  chunks!: number | null;
}

/** A build; it never changes once it has ended. */
export class KnowledgeBuildItem {
  @ApiProperty({ format: 'uuid', example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  build_id!: string;

  @ApiProperty({ enum: BUILD_STATES, example: 'ready' })
  state!: BuildState;

  @Field('The same for builds of the same content.', HASH)
  content_hash!: string;

  @Field('How many sources it has.', { type: 'integer', example: 3 })
  source_count!: number;

  @Field('How many passages it has; 0 before it is ready.', { type: 'integer', example: 120 })
  chunks!: number;

  @NullableField(KnowledgeBuildChanges, { description: 'Null before it is ready.' })
  changes!: KnowledgeBuildChanges | null;

  @Field('Why it failed.', { type: [KnowledgeBuildFailure], example: [] })
  failures!: readonly KnowledgeBuildFailure[];

  @ApiProperty(INSTANT)
  requested_at_utc!: string;

  @Field('Identifier of a person, a key or a process.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  requested_by!: string;

  @NullableField(String, { ...INSTANT, description: 'Null: it waits for an earlier build.' })
  started_at_utc!: string | null;

  @NullableField(String, { ...INSTANT, description: 'Null: it has not ended.' })
  ended_at_utc!: string | null;
}

export class KnowledgeBuildResponse extends KnowledgeBuildItem {
  @Field('Its sources as they were when it was requested.', { type: [KnowledgeBuildSource] })
  sources!: readonly KnowledgeBuildSource[];
}

export class KnowledgeBuildsResponse {
  @Field('The newest first.', { type: [KnowledgeBuildItem] })
  items!: readonly KnowledgeBuildItem[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
