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
import { ProjectColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** Safe fields of a project's profile (projects 3.4). */
export interface ProjectProfile {
  tags: string[];
  [field: string]: string | string[] | null;
}

/** A project: one voice assistant of one client in one environment. */
@Entity('projects')
@Check('projects_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('projects_currency_check', `"currency" ~ '^[A-Z]{3}$'`)
@Check('projects_rate_per_minute_check', `"rate_per_minute" >= 0`)
@Check('projects_minimum_billable_seconds_check', `"minimum_billable_seconds" >= 0`)
@Check('projects_lifecycle_state_check', `"lifecycle_state" IN ('setup', 'active', 'archived')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class ProjectEntity extends ProjectColumns {
  @Column('text', { name: 'display_name' }) displayName!: string;
  @Column('text') timezone!: string;
  @Column('text', { name: 'lifecycle_state', default: 'setup' })
  lifecycleState!: 'setup' | 'active' | 'archived';
  /** Counts changes of the lifecycle data from 1; as text it is the revision token. */
  @Column('integer', { default: 1 }) revision!: number;
  /** JSON pointers into the lifecycle snapshot, and the revision at which each changed last. */
  @Column('jsonb', { name: 'field_revisions', default: {} }) fieldRevisions!: Record<string, number>;
  @Column('text', { name: 'lifecycle_notes', nullable: true }) lifecycleNotes!: string | null;
  /** Safe profile fields; always with a `tags` array. */
  @Column('jsonb', { default: { tags: [] } }) profile!: ProjectProfile;
  @Column('integer', { name: 'latest_published_version', nullable: true })
  latestPublishedVersion!: number | null;
  /** Decimal text, at most 4 places. */
  @Column('numeric', { name: 'rate_per_minute', precision: 12, scale: 4, default: 0 }) ratePerMinute!: string;
  /** ISO 4217. */
  @Column('text', { default: 'USD' }) currency!: string;
  @Column('text', { name: 'billing_model', default: 'per_minute' }) billingModel!: string;
  @Column('integer', { name: 'minimum_billable_seconds', default: 0 }) minimumBillableSeconds!: number;
  /** The author of each change: a person, a key or a process. */
  @Column('text', { name: 'created_by', default: 'system' }) createdBy!: string;
  @Column('text', { name: 'updated_by', nullable: true }) updatedBy!: string | null;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('text', { name: 'archived_by', nullable: true }) archivedBy!: string | null;
  @Column('timestamptz', { name: 'restored_at', nullable: true }) restoredAt!: Date | null;
  @Column('text', { name: 'restored_by', nullable: true }) restoredBy!: string | null;
  /** Whether the project has the caller-mix capability (calls 13.1). */
  @Column('boolean', { name: 'caller_mix_enabled', default: true }) callerMixEnabled!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}

/** The projects that a partner_user sees; other roles see every project of their client. */
@Entity('project_assignments')
@Index('project_assignments_by_member', ['clientId', 'dataEnv', 'memberId'])
@Index('project_assignments_once', ['clientId', 'dataEnv', 'projectId', 'memberId'], {
  unique: true,
  where: '"active"',
})
@Check('project_assignments_role_visibility_check', `"role_visibility" IN ('read', 'manage')`)
@ForeignKey(() => ProjectEntity, ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class ProjectAssignmentEntity {
  @PrimaryColumn('uuid', { name: 'assignment_id', default: () => 'uuidv7()' }) assignmentId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('uuid', { name: 'member_id' })
  @ForeignKey('portal_users', 'userId')
  memberId!: string;
  @Column('text', { name: 'role_visibility' }) roleVisibility!: 'read' | 'manage';
  /** Removed assignments stay, for the record. */
  @Column('boolean', { default: true }) active!: boolean;
  /** Counts changes from 1; as text it is the assignment's revision token. */
  @Column('integer', { default: 1 }) revision!: number;
  @Column('text', { name: 'assignment_note', nullable: true }) assignmentNote!: string | null;
  @Column('text', { name: 'assigned_by', default: 'system' }) assignedBy!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}
