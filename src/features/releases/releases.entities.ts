import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { DataEnv } from '../../core/shared/auth-context.js';
import { ProjectVersionEntity } from '../configuration/release.entities.js';
import type { ApprovalState } from './rules/approval.policy.js';
import type { StagedState } from './rules/staged-release.policy.js';
import type { StopEvidence, StopRule } from './rules/stop-rule.policy.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

/** A second person's approval of one state of a draft; once used or withdrawn it never changes. */
@Entity('project_approvals')
@Index('project_approvals_by_project', [...OF_PROJECT, 'requestedAt'])
@Check('project_approvals_state_check', `"state" IN ('requested', 'approved', 'withdrawn', 'used')`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectApprovalEntity {
  @PrimaryColumn('uuid', { name: 'approval_id', default: () => 'uuidv7()' }) approvalId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  /** The state of the draft for which it is valid. */
  @Column('text', { name: 'draft_etag' }) draftEtag!: string;
  /**
   * The version that was published at the time, from which sections missing in the draft come.
   * Null: none.
   */
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
  /** The version for which it was used. */
  @Column('integer', { name: 'used_version_number', nullable: true }) usedVersionNumber!: number | null;
}

const OF_VERSION = ['clientId', 'dataEnv', 'projectId', 'versionNumber'] as const;

/** A version that only some calls run until it is finished or taken back. */
@Entity('project_staged_releases')
@Check('project_staged_releases_state_check', `"state" IN ('active', 'finished', 'taken_back')`)
@Check('project_staged_releases_percent_check', `"percent" BETWEEN 1 AND 99`)
@Check('project_staged_releases_share_check', `("percent" IS NULL) = (cardinality("number_hashes") > 0)`)
@Index('project_staged_releases_one_active', ['clientId', 'dataEnv', 'projectId'], {
  unique: true,
  where: `"state" = 'active'`,
})
@ForeignKey(() => ProjectVersionEntity, OF_VERSION, OF_VERSION, {
  name: 'project_staged_releases_version_fkey',
})
export class ProjectStagedReleaseEntity extends ProjectColumns {
  @PrimaryColumn('integer', { name: 'version_number' }) versionNumber!: number;
  /** Share of the callers; null for a release to named numbers. */
  @Column('integer', { nullable: true }) percent!: number | null;
  /** Keyed hashes of the named numbers, in hex. */
  @Column('text', { name: 'number_hashes', array: true, default: '{}' }) numberHashes!: string[];
  @Column('text', { name: 'numbers_masked', array: true, default: '{}' }) numbersMasked!: string[];
  /** The key of the hashes, and of the share: a rotation of keys does not move any caller. */
  @Column('text', { name: 'matching_key_id' }) matchingKeyId!: string;
  /** The etag of the draft that became the version. */
  @Column('text', { name: 'draft_etag' }) draftEtag!: string;
  @Column('text') state!: StagedState;
  @Column('text', { name: 'started_by' }) startedBy!: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('text', { name: 'ended_by', nullable: true }) endedBy!: string | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** The runtime that last reported running the version while it was staged. */
  @Column('text', { name: 'runtime_id', nullable: true }) runtimeId!: string | null;
  @Column('timestamptz', { name: 'runtime_reported_at', nullable: true }) runtimeReportedAt!: Date | null;
  /** The rule by which it ends; null: it has no rule. */
  @Column('jsonb', { name: 'stop_when', nullable: true }) stopWhen!: StopRule | null;
  /** Why its rule ended it. */
  @Column('jsonb', { nullable: true }) stopped!: StopEvidence | null;
}
