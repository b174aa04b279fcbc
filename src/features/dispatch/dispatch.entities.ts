import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** One attempt to call a contact, from its lease to a runtime onwards. */
@Entity('dispatches')
export class DispatchEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'dispatch_id' }) dispatchId!: string;
  /** Null for a single call, like the contact. */
  @Column('uuid', { name: 'campaign_id', nullable: true }) campaignId!: string | null;
  @Column('uuid', { name: 'contact_id', nullable: true }) contactId!: string | null;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('integer', { name: 'attempt_number' }) attemptNumber!: number;
  @Column('text') status!: string;
  @Column({ type: 'timestamptz', name: 'lease_expires_at', precision: 3 }) leaseExpiresAt!: Date;
  @Column('integer', { name: 'last_sequence', default: 0 }) lastSequence!: number;
  @Column('text', { nullable: true }) disposition!: string | null;
  @Column({ type: 'text', name: 'call_id', collation: 'C', nullable: true }) callId!: string | null;
  /** Whether ingest has linked the call, because no report names it. */
  @Column('boolean', { name: 'is_call_linked', default: false }) isCallLinked!: boolean;
  @Column({ type: 'timestamptz', name: 'taken_at', precision: 3 }) takenAt!: Date;
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true }) endedAt!: Date | null;
  /** The version of the project that the runtime was told to run. */
  @Column('integer', { name: 'version_number', nullable: true }) versionNumber!: number | null;
}

/** Facts and rules of the decision at a claim. The row outlives campaign and contact. */
@Entity('outbound_evidence')
export class OutboundEvidenceEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'dispatch_id' }) dispatchId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text', { name: 'policy_source' }) policySource!: string;
  @Column('text', { name: 'policy_version' }) policyVersion!: string;
  @Column('text', { name: 'call_type' }) callType!: string;
  @Column('text') jurisdiction!: string;
  @Column('jsonb') blocks!: object;
  @Column({ type: 'timestamptz', name: 'recorded_at', precision: 3 }) recordedAt!: Date;
}

/** A requested single call; once claimed, there is a dispatch with the same id. */
@Entity('single_dispatches')
export class SingleDispatchEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'dispatch_id' }) dispatchId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text') status!: string;
  @Column('jsonb', { name: 'refused_codes', default: '[]' }) refusedCodes!: string[];
  @Column('bytea', { name: 'phone_hash' }) phoneHash!: Buffer;
  @Column('text', { name: 'phone_hash_key_id' }) phoneHashKeyId!: string;
  @Column('jsonb') call!: object;
  @Column('integer', { name: 'project_version' }) projectVersion!: number;
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}
