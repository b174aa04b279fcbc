import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { DataEnv } from '../../core/shared/auth-context.js';
import { ProjectColumns, TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

/** A published version of a project's configuration; never changed and never deleted. */
@Entity('project_versions')
@Check('project_versions_source_check', `"source" IN ('publish', 'rollback')`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectVersionEntity extends ProjectColumns {
  /** Counts from 1 per project. */
  @PrimaryColumn('integer', { name: 'version_number' }) versionNumber!: number;
  /** Every section's configuration by name, with personal values sealed for this version. */
  @Column('jsonb') sections!: Record<string, Record<string, unknown>>;
  /** The secrets its sections refer to. */
  @Column('text', { name: 'secret_names', array: true, default: '{}' }) secretNames!: string[];
  /** SHA-256 of the sections in canonical JSON, in hex; personal values as a keyed hash. */
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  @Column('text') source!: 'publish' | 'rollback';
  @Column('integer', { name: 'rolled_back_from', nullable: true }) rolledBackFrom!: number | null;
  @Column('text', { name: 'change_note', nullable: true }) changeNote!: string | null;
  @Column('timestamptz', { name: 'published_at' }) publishedAt!: Date;
  @Column('text', { name: 'published_by' }) publishedBy!: string;
}

/** One accepted edit of a section's draft; new rows replace the oldest. */
@Entity('project_section_edits')
@Index('project_section_edits_by_section', [...OF_PROJECT, 'section'])
@Index('project_section_edits_in_order', [...OF_PROJECT, 'editId'])
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectSectionEditEntity {
  @PrimaryColumn('uuid', { name: 'edit_id', default: () => 'uuidv7()' }) editId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text') section!: string;
  /** The section's etag that the edit replaced; null for the first one of a draft. */
  @Column('text', { name: 'previous_etag', nullable: true }) previousEtag!: string | null;
  @Column('text') etag!: string;
  /**
   * The draft's etag after the edits that were saved together; null for edits from before this was
   * recorded.
   */
  @Column('text', { name: 'draft_etag', nullable: true }) draftEtag!: string | null;
  /**
   * JSON pointers to what changed, beginning with the section; null for edits from before this was
   * recorded.
   */
  @Column('text', { name: 'changed_paths', array: true, nullable: true }) changedPaths!: string[] | null;
  @Column('jsonb') configuration!: Record<string, unknown>;
  @Column('timestamptz', { name: 'edited_at' }) editedAt!: Date;
  @Column('text', { name: 'edited_by' }) editedBy!: string;
}

/** A secret of a project; sections refer to it by name, and only the runtime reads it. */
@Entity('project_secrets')
@Check('project_secrets_version_check', `"version" >= 1`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectSecretEntity extends ProjectColumns {
  @PrimaryColumn('text', { name: 'secret_name' }) secretName!: string;
  /** Sealed for this project and name (see FieldCipher). */
  @Column('bytea', { name: 'value_encrypted' }) valueEncrypted!: Buffer;
  /** The visible part of the secret. */
  @Column('text', { name: 'reference_preview' }) referencePreview!: string;
  /** Counts rotations, from 1. */
  @Column('integer', { default: 1 }) version!: number;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** The last report of a voice runtime about the configuration that it runs. */
@Entity('project_runtime_reports')
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectRuntimeReportEntity extends ProjectColumns {
  @Column('text', { name: 'applied_hash' }) appliedHash!: string;
  @Column('text', { name: 'runtime_id' }) runtimeId!: string;
  @Column('timestamptz', { name: 'reported_at' }) reportedAt!: Date;
  /** The time since which it has reported the same hash. */
  @Column('timestamptz', { name: 'applied_since', default: () => 'now()' }) appliedSince!: Date;
}

/** Deployments: the user, the version and the target; append-only. */
@Entity('project_deployments')
@Index('project_deployments_by_project', [...OF_PROJECT, 'deployedAt'])
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectDeploymentEntity {
  @PrimaryColumn('uuid', { name: 'deployment_id', default: () => 'uuidv7()' }) deploymentId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('integer', { name: 'version_number' }) versionNumber!: number;
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  /** Name of the runtime or of its location. */
  @Column('text', { name: 'runtime_id' }) runtimeId!: string;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz', { name: 'deployed_at' }) deployedAt!: Date;
  @Column('text', { name: 'deployed_by' }) deployedBy!: string;
}

/** Whether the voice runtime has confirmed that it applies the project's compliance settings. */
@Entity('project_compliance')
@Check('project_compliance_projection_check', `"projection" IN ('confirmed', 'pending', 'failed')`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectComplianceEntity extends ProjectColumns {
  @Column('text') projection!: 'confirmed' | 'pending' | 'failed';
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** An inbound number of a published or staged version; the key allows it in one project only. */
@Entity('project_inbound_numbers')
@Index('project_inbound_numbers_by_project', [...OF_PROJECT])
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectInboundNumberEntity extends TenantColumns {
  /** Keyed hash of the number, in hex: one for each matching key of the tenant. */
  @PrimaryColumn('text', { name: 'number_hash' }) numberHash!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  /** Whether only the staged version lists it: free again if that version is withdrawn. */
  @Column('boolean', { name: 'is_staged' }) isStaged!: boolean;
}
