import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { SourceFinding } from './rules/findings.policy.js';
import type {
  FailureCode,
  MediaType,
  RefreshPeriod,
  SourceKind,
  SourceStatus,
} from './rules/source-words.js';

const OF_SOURCE = ['clientId', 'dataEnv', 'sourceId'] as const;

/** A document or page from which a project's assistants may answer. */
@Entity('knowledge_sources')
@Index('knowledge_sources_of_project', ['clientId', 'dataEnv', 'projectId', 'createdAt'])
@Check('knowledge_sources_kind_check', `"kind" IN ('text', 'file', 'url')`)
@Check('knowledge_sources_status_check', `"status" IN ('pending', 'ready', 'failed')`)
@Check('knowledge_sources_failure_check', `("status" = 'failed') = ("failure_code" IS NOT NULL)`)
@Check('knowledge_sources_refresh_check', `"refresh" IN ('none', 'daily', 'weekly')`)
@Check('knowledge_sources_url_check', `("kind" = 'url') = ("url_encrypted" IS NOT NULL)`)
@Check('knowledge_sources_upload_check', `("upload_name" IS NOT NULL) = ("upload_key_id" IS NOT NULL)`)
export class KnowledgeSourceEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'source_id' }) sourceId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text') kind!: SourceKind;
  @Column('bytea', { name: 'title_encrypted' }) titleEncrypted!: Buffer;
  @Column('bytea', { name: 'url_encrypted', nullable: true }) urlEncrypted!: Buffer | null;
  /** A short text exactly as it was last uploaded, for kind text. */
  @Column('bytea', { name: 'text_encrypted', nullable: true }) textEncrypted!: Buffer | null;
  @Column('text') language!: string;
  /** The outcome of the last reading. If it failed, the text of an earlier one stays valid. */
  @Column('text', { default: 'pending' }) status!: SourceStatus;
  @Column('text', { name: 'failure_code', nullable: true }) failureCode!: FailureCode | null;
  @Column('text', { name: 'media_type', nullable: true }) mediaType!: MediaType | null;
  /** The size of the content, and of its text in UTF-8. */
  @Column('integer', { nullable: true }) bytes!: number | null;
  @Column('integer', { name: 'text_bytes', default: 0 }) textBytes!: number;
  /** The keyed hash of its text, in hex; null: nothing was read yet. */
  @Column('text', { name: 'content_hash', nullable: true }) contentHash!: string | null;
  @Column('jsonb', { default: () => "'[]'::jsonb" }) findings!: readonly SourceFinding[];
  /** The uploaded file that is waiting to be read. */
  @Column('text', { name: 'upload_name', nullable: true }) uploadName!: string | null;
  @Column('text', { name: 'upload_key_id', nullable: true }) uploadKeyId!: string | null;
  @Column('text', { default: 'none' }) refresh!: RefreshPeriod;
  @Column('timestamptz', { name: 'next_fetch_at', nullable: true }) nextFetchAt!: Date | null;
  @Column('timestamptz', { name: 'fetched_at', nullable: true }) fetchedAt!: Date | null;
  @Column('text') etag!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** A passage of a source's text: what a parser found below one heading, on one page. */
@Entity('knowledge_source_blocks')
@ForeignKey('knowledge_sources', OF_SOURCE, OF_SOURCE, {
  name: 'knowledge_source_blocks_source_fkey',
  onDelete: 'CASCADE',
})
export class KnowledgeSourceBlockEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'source_id' }) sourceId!: string;
  @PrimaryColumn('text', { name: 'content_hash' }) contentHash!: string;
  @PrimaryColumn('integer') ordinal!: number;
  @Column('bytea', { name: 'heading_encrypted', nullable: true }) headingEncrypted!: Buffer | null;
  /** Counts from 1; only documents with pages have it. */
  @Column('integer', { nullable: true }) page!: number | null;
  /** Its first character's position in the source's text. */
  @Column('integer') place!: number;
  @Column('bytea', { name: 'text_encrypted' }) textEncrypted!: Buffer;
}
