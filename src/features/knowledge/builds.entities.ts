import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { BuildChanges, BuildFailure, BuildState } from './rules/builds.policy.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;
const OF_BUILD = ['clientId', 'dataEnv', 'buildId'] as const;
const OF_CONTENT = ['clientId', 'dataEnv', 'contentKey'] as const;

/** A set of sources from which an assistant answers. It never changes once it has ended. */
@Entity('knowledge_builds')
@Index('knowledge_builds_of_project', [...OF_PROJECT, 'requestedAt'])
@Check(
  'knowledge_builds_state_check',
  `"state" IN ('queued', 'building', 'ready', 'failed', 'cancelled') AND (("state" IN ('queued', 'building')) = ("ended_at" IS NULL))`,
)
export class KnowledgeBuildEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'build_id' }) buildId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text', { default: 'queued' }) state!: BuildState;
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  /** Number of attempts at the source that is being indexed. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** Whether every source is indexed, so that the build can no longer be cancelled. */
  @Column('boolean', { name: 'is_indexed', default: false }) isIndexed!: boolean;
  @Column('integer', { default: 0 }) chunks!: number;
  @Column('jsonb', { nullable: true }) changes!: BuildChanges | null;
  @Column('jsonb', { default: '[]' }) failures!: readonly BuildFailure[];
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}

/** A source of a build, as it was when the build was requested. */
@Entity('knowledge_build_sources')
@Index('knowledge_build_sources_of_content', [...OF_CONTENT])
@ForeignKey('knowledge_builds', OF_BUILD, OF_BUILD, {
  name: 'knowledge_build_sources_build_fkey',
  onDelete: 'CASCADE',
})
export class KnowledgeBuildSourceEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'build_id' }) buildId!: string;
  @PrimaryColumn('uuid', { name: 'source_id' }) sourceId!: string;
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  @Column('text') revision!: string;
  @Column('uuid', { name: 'content_key' }) contentKey!: string;
  @Column('text') language!: string;
  @Column('bytea', { name: 'title_encrypted' }) titleEncrypted!: Buffer;
}

/** A revision of a source, cut into chunks and indexed for all builds that contain it. */
@Entity('knowledge_contents')
@Index('knowledge_contents_of_project', [...OF_PROJECT])
export class KnowledgeContentEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'content_key' }) contentKey!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('uuid', { name: 'source_id' }) sourceId!: string;
  /** The key of its hashes. */
  @Column('text', { name: 'key_id' }) keyId!: string;
  /** PostgreSQL's dictionary that finds the stems of its words. */
  @Column('text') dictionary!: string;
  /** Null while it is being indexed. */
  @Column('integer', { nullable: true }) chunks!: number | null;
  /** The number of buckets of each part. */
  @Column('integer', { array: true, default: () => "'{}'::integer[]" }) buckets!: number[];
}

/** A passage that a search finds, with its heading. */
@Entity('knowledge_chunks')
@ForeignKey('knowledge_contents', OF_CONTENT, OF_CONTENT, {
  name: 'knowledge_chunks_content_fkey',
  onDelete: 'CASCADE',
})
export class KnowledgeChunkEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'content_key' }) contentKey!: string;
  @PrimaryColumn('integer') ordinal!: number;
  @Column('integer', { nullable: true }) page!: number | null;
  @Column('integer') place!: number;
  @Column('bytea', { name: 'text_encrypted' }) textEncrypted!: Buffer;
}

/** A bucket of the words of up to 4096 chunks: keyed hashes of stems, with the chunks that have them. */
@Entity('knowledge_words')
@ForeignKey('knowledge_contents', OF_CONTENT, OF_CONTENT, {
  name: 'knowledge_words_content_fkey',
  onDelete: 'CASCADE',
})
export class KnowledgeWordsEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'content_key' }) contentKey!: string;
  @PrimaryColumn('integer') part!: number;
  @PrimaryColumn('integer') bucket!: number;
  @Column('bytea', { name: 'word_hashes' }) wordHashes!: Buffer;
}

/** Questions of an hour without a good answer: all of them, and those that missed a word. */
@Entity('knowledge_gaps')
export class KnowledgeGapEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id' }) projectId!: string;
  @PrimaryColumn('timestamptz') hour!: Date;
  /** Empty: the row counts all questions. */
  @PrimaryColumn('bytea', { name: 'word_hash' }) wordHash!: Buffer;
  @Column('bytea', { name: 'word_encrypted', nullable: true }) wordEncrypted!: Buffer | null;
  @Column('integer') questions!: number;
  @Column('text', { name: 'last_call_id', nullable: true }) lastCallId!: string | null;
}

/** A ready build, for the versions that name it. */
@Entity('knowledge_ready_builds')
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class KnowledgeReadyBuildEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id' }) projectId!: string;
  @PrimaryColumn('uuid', { name: 'build_id' }) buildId!: string;
  @Column('timestamptz', { name: 'ready_at' }) readyAt!: Date;
  /** Whether a version names it, so that it is kept. */
  @Column('boolean', { name: 'is_named', default: false }) isNamed!: boolean;
}
