import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../core/kernel/auth-context.js';

const OF_PROJECT = ['clientId', 'dataEnv', 'projectId'] as const;

/** A requested test call. */
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
  /** What the call is to run. */
  @Column('text') source!: 'draft' | 'published';
  /** Which one of them: the draft's etag or the version's content hash. */
  @Column('text') configuration!: string;
  @Column('text', { default: 'queued' })
  status!: 'queued' | 'placed' | 'in_call' | 'ended' | 'failed' | 'expired';
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  /** Of a call that runs what is published. */
  @Column('integer', { name: 'version_number', nullable: true }) versionNumber!: number | null;
  @Column('timestamptz', { name: 'taken_at', nullable: true }) takenAt!: Date | null;
  @Column('timestamptz', { name: 'answered_at', nullable: true }) answeredAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** When the runtime last said something of it that counted. */
  @Column('timestamptz', { name: 'reported_at', nullable: true }) reportedAt!: Date | null;
  /** Of the last report that counted; 0 before the first one. */
  @Column('integer', { name: 'last_sequence', default: 0 }) lastSequence!: number;
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('text', { name: 'failure_reason', nullable: true }) failureReason!: string | null;
  /** What the runtime calls it. */
  @Column('text', { name: 'call_id', nullable: true }) callId!: string | null;
  /** Milliseconds by the name of the stage. */
  @Column('jsonb', { nullable: true }) stages!: Record<string, number> | null;
  /** What the runtime said of the redaction. */
  @Column('text', { name: 'redaction_status', nullable: true }) redactionStatus!: string | null;
  /** Redacted lines as JSON, sealed for this row. */
  @Column('bytea', { name: 'transcript_encrypted', nullable: true }) transcriptEncrypted!: Buffer | null;
}
