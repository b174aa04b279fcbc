import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../core/kernel/auth-context.js';
import type { ApprovalState } from './releases/approvals/approval.policy.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

/** That a second person looked at one state of a project's draft; once used or withdrawn it never changes. */
@Entity('project_approvals')
@Index('project_approvals_by_project', [...OF_PROJECT, 'requestedAt'])
@Check('project_approvals_state_check', `"state" IN ('requested', 'approved', 'withdrawn', 'used')`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectApprovalEntity {
  @PrimaryColumn('uuid', { name: 'approval_id', default: () => 'uuidv7()' }) approvalId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  /** The state of the draft that it holds for. */
  @Column('text', { name: 'draft_etag' }) draftEtag!: string;
  /** What was published at the time: sections that the draft leaves out come from there. Null: nothing. */
  @Column('integer', { name: 'base_version_number', nullable: true }) baseVersionNumber!: number | null;
  @Column('text') state!: ApprovalState;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'approved_by', nullable: true }) approvedBy!: string | null;
  @Column('timestamptz', { name: 'approved_at', nullable: true }) approvedAt!: Date | null;
  @Column('text', { name: 'withdrawn_by', nullable: true }) withdrawnBy!: string | null;
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true }) withdrawnAt!: Date | null;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
  /** The version it was used for. */
  @Column('integer', { name: 'used_version_number', nullable: true }) usedVersionNumber!: number | null;
}
