import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectColumns } from '../../core/kernel/tenant-columns.js';
import { ProjectVersionEntity } from './release.entities.js';
import type { StagedState } from './releases/staged/staged-release.policy.js';

const OF_VERSION = ['clientId', 'dataEnv', 'projectId', 'versionNumber'] as const;

/** A version that some of the calls run before all of them do, or none. */
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
  /** Of the callers; null where numbers are named. */
  @Column('integer', { nullable: true }) percent!: number | null;
  /** Keyed hashes of the named numbers, in hex. */
  @Column('text', { name: 'number_hashes', array: true, default: '{}' }) numberHashes!: string[];
  @Column('text', { name: 'numbers_masked', array: true, default: '{}' }) numbersMasked!: string[];
  /** The key of the hashes, and of the share: a rotation of keys moves no caller. */
  @Column('text', { name: 'matching_key_id' }) matchingKeyId!: string;
  /** The state of the draft that became the version. */
  @Column('text', { name: 'draft_etag' }) draftEtag!: string;
  @Column('text') state!: StagedState;
  @Column('text', { name: 'started_by' }) startedBy!: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('text', { name: 'ended_by', nullable: true }) endedBy!: string | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** The runtime that last said that it runs the version, while it was staged. */
  @Column('text', { name: 'runtime_id', nullable: true }) runtimeId!: string | null;
  @Column('timestamptz', { name: 'runtime_reported_at', nullable: true }) runtimeReportedAt!: Date | null;
}
