import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../core/shared/auth-context.js';
import type { ConversationFinding } from './rules/conversation-finding.schema.js';
import { ProjectColumns } from '../../core/database/unit-of-work/tenant-columns.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

@Entity('project_test_calls')
@Index('project_test_calls_by_project', [...OF_PROJECT, 'requestedAt'])
@Check('project_test_calls_source_check', `"source" IN ('draft', 'published')`)
@Check(
  'project_test_calls_status_check',
  `"status" IN ('queued', 'placed', 'in_call', 'ended', 'failed', 'expired')`,
)
@Index('project_test_calls_waiting', [...OF_PROJECT], { where: `status = 'queued'` })
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ProjectTestCallEntity {
  @PrimaryColumn('uuid', { name: 'test_call_id', default: () => 'uuidv7()' }) testCallId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  /** The number to call, sealed for this row. */
  @Column('bytea', { name: 'to_number_encrypted' }) toNumberEncrypted!: Buffer;
  @Column('text', { name: 'to_number_masked' }) toNumberMasked!: string;
  @Column('text') source!: 'draft' | 'published';
  /** The tested state: the draft's etag or the version's content hash. */
  @Column('text') configuration!: string;
  @Column('text', { default: 'queued' })
  status!: 'queued' | 'placed' | 'in_call' | 'ended' | 'failed' | 'expired';
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  /** Set for a call that runs the published version. */
  @Column('integer', { name: 'version_number', nullable: true }) versionNumber!: number | null;
  @Column('timestamptz', { name: 'taken_at', nullable: true }) takenAt!: Date | null;
  @Column('timestamptz', { name: 'answered_at', nullable: true }) answeredAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** When the last accepted report arrived. */
  @Column('timestamptz', { name: 'reported_at', nullable: true }) reportedAt!: Date | null;
  /** Sequence of the last accepted report; 0 before the first one. */
  @Column('integer', { name: 'last_sequence', default: 0 }) lastSequence!: number;
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('text', { name: 'failure_reason', nullable: true }) failureReason!: string | null;
  @Column('text', { name: 'call_id', nullable: true }) callId!: string | null;
  /** Milliseconds by the name of the stage. */
  @Column('jsonb', { nullable: true }) stages!: Record<string, number> | null;
  /** The runtime's report of the redaction. */
  @Column('text', { name: 'redaction_status', nullable: true }) redactionStatus!: string | null;
  /** Redacted lines as JSON, sealed for this row. */
  @Column('bytea', { name: 'transcript_encrypted', nullable: true }) transcriptEncrypted!: Buffer | null;
}

/** A scripted caller of a project, with what is expected of the conversation. */
@Entity('conversation_tests')
@Index('conversation_tests_by_name', [...OF_PROJECT, 'name'], { unique: true })
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ConversationTestEntity extends ProjectColumns {
  @PrimaryColumn('uuid', { name: 'test_id' }) testId!: string;
  @Column('text') name!: string;
  /** Changes with every write. */
  @Column('text') etag!: string;
  @Column('integer', { name: 'assertion_count' }) assertionCount!: number;
  /** Script and assertions as JSON, sealed: a scripted caller may speak about any person. */
  @Column('bytea', { name: 'definition_encrypted' }) definitionEncrypted!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

@Entity('conversation_test_runs')
@Index('conversation_test_runs_by_time', [...OF_PROJECT, 'requestedAt'])
@Check('conversation_test_runs_source_check', `"source" IN ('draft', 'published')`)
@ForeignKey('projects', OF_PROJECT, OF_PROJECT)
export class ConversationTestRunEntity extends ProjectColumns {
  @PrimaryColumn('uuid', { name: 'run_id' }) runId!: string;
  @Column('text') source!: 'draft' | 'published';
  /** The tested state: the draft's etag or the version's content hash. */
  @Column('text') configuration!: string;
  /** Hash of the configuration that it ran, once that is published. */
  @Column('text', { name: 'content_hash', nullable: true }) contentHash!: string | null;
  @Column('integer', { name: 'version_number', nullable: true }) versionNumber!: number | null;
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  /** Whether this is a person's talk with the draft; its only result contains the script. */
  @Column('boolean', { name: 'is_talk', default: false }) isTalk!: boolean;
}

@Entity('conversation_test_results')
@Index('conversation_test_results_by_test', [...OF_PROJECT, 'testId'])
@Check(
  'conversation_test_results_status_check',
  `"status" IN ('queued', 'running', 'passed', 'failed', 'error')`,
)
@ForeignKey(() => ConversationTestRunEntity, [...OF_PROJECT, 'runId'], [...OF_PROJECT, 'runId'], {
  name: 'conversation_test_results_run_fkey',
  onDelete: 'CASCADE',
})
@Index('conversation_test_results_open', [...OF_PROJECT], { where: `status IN ('queued', 'running')` })
export class ConversationTestResultEntity extends ProjectColumns {
  @PrimaryColumn('uuid', { name: 'run_id' }) runId!: string;
  @PrimaryColumn('uuid', { name: 'test_id' }) testId!: string;
  /** Its name when the run was requested. */
  @Column('text', { name: 'test_name' }) testName!: string;
  /** The version of the test's content. */
  @Column('text', { name: 'test_etag' }) testEtag!: string;
  @Column('integer', { name: 'assertion_count' }) assertionCount!: number;
  @Column('text', { default: 'queued' }) status!: 'queued' | 'running' | 'passed' | 'failed' | 'error';
  /** How often a runtime has claimed it; reports repeat this number. */
  @Column('integer', { default: 0 }) attempt!: number;
  @Column('timestamptz', { name: 'lease_expires_at', nullable: true }) leaseExpiresAt!: Date | null;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('text', { name: 'error_reason', nullable: true }) errorReason!: string | null;
  /** Whether each assertion held, in order. */
  @Column('jsonb', { nullable: true }) assertions!: boolean[] | null;
  @Column('integer', { nullable: true }) turns!: number | null;
  @Column('integer', { name: 'first_response_ms', nullable: true }) firstResponseMs!: number | null;
  @Column('text', { name: 'redaction_status', nullable: true }) redactionStatus!: string | null;
  /** Redacted lines as JSON, sealed for this row. */
  @Column('bytea', { name: 'excerpt_encrypted', nullable: true }) excerptEncrypted!: Buffer | null;
  /** The script of a talk as JSON, sealed; null: that of its conversation test. */
  @Column('bytea', { name: 'definition_encrypted', nullable: true }) definitionEncrypted!: Buffer | null;
  /** Names of the rules and tools that were used; no words of the conversation. */
  @Column('jsonb', { nullable: true }) findings!: ConversationFinding[] | null;
}
