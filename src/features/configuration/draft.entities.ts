import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { ProjectColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** The draft of a project's configuration, from its first edit until it is published. */
@Entity('project_drafts')
@ForeignKey('projects', ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class ProjectDraftEntity extends ProjectColumns {
  /** Changes with every edit of any section, and with every release that keeps the draft. */
  @Column('text') etag!: string;
  /** The version on which the draft is based; null before the first one. */
  @Column('integer', { name: 'base_version_number', nullable: true }) baseVersionNumber!: number | null;
  /** Edits since it began, or since it was last unchanged for a day. */
  @Column('integer', { name: 'edit_count', default: 0 }) editCount!: number;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  /** The user who edited it last. */
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** The last saved state of one section in a draft. */
@Entity('project_draft_sections')
@ForeignKey(
  () => ProjectDraftEntity,
  ['clientId', 'dataEnv', 'projectId'],
  ['clientId', 'dataEnv', 'projectId'],
)
export class ProjectDraftSectionEntity extends ProjectColumns {
  /** A name of the section table, such as `transfer-routing`. */
  @PrimaryColumn('text') section!: string;
  @Column('jsonb') configuration!: Record<string, unknown>;
  /** Changes with every edit of this section. */
  @Column('text') etag!: string;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** The counters of discarded drafts, so that discarding resets neither edits nor numbers. */
@Entity('project_discarded_drafts')
@ForeignKey('projects', ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class DiscardedDraftEntity extends ProjectColumns {
  /** The initial number of edits of the next draft, unless there was none for a day. */
  @Column('integer', { name: 'edit_count' }) editCount!: number;
  /** When a draft was last edited or discarded. */
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  /** The highest number that a discarded part had, by the name of its section. */
  @Column('jsonb', { name: 'part_versions' }) partVersions!: Record<string, number>;
}
