import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** How many calls may be in progress: of the client if project_id is '', else of the project. */
@Entity('capacity_limits')
@Check(
  'capacity_limits_reserved_inbound_check',
  `"reserved_inbound" >= 0 AND "reserved_inbound" <= "concurrency_limit"`,
)
export class CapacityLimitEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id', collation: 'C' }) projectId!: string;
  @Column('integer', { name: 'concurrency_limit' }) concurrencyLimit!: number;
  /** The part of the limit that outbound dials leave to inbound calls. */
  @Column('integer', { name: 'reserved_inbound' }) reservedInbound!: number;
  @Column('timestamptz', { name: 'sample_due_at', nullable: true }) sampleDueAt!: Date | null;
}

/** A limit and the instant from which it held; null: the limit was removed. */
@Entity('capacity_limit_changes')
export class CapacityLimitChangeEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id', collation: 'C' }) projectId!: string;
  @PrimaryColumn('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  @Column('integer', { name: 'concurrency_limit', nullable: true }) concurrencyLimit!: number | null;
}

/** A slot held until `expires_at`, by a reported call or one being dialled. */
@Entity('capacity_leases')
@Check('capacity_leases_source_check', `"source" IN ('call', 'dial')`)
export class CapacityLeaseEntity extends TenantColumns {
  @PrimaryColumn('text') source!: string;
  /** The call_id, or the dialler's name for the call. */
  @PrimaryColumn('text', { name: 'holder', collation: 'C' }) holder!: string;
  /** Counts the slots of a holder, from 1. */
  @PrimaryColumn('integer') slot!: number;
  @Column({ type: 'text', name: 'project_id', collation: 'C' }) projectId!: string;
  @Column('boolean', { name: 'is_inbound' }) isInbound!: boolean;
  /** Whether the call is queued and takes no slot yet. */
  @Column('boolean', { name: 'is_waiting' }) isWaiting!: boolean;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

/** How many slots were refused in a minute. */
@Entity('capacity_blocks')
@Index('capacity_blocks_by_age', ['minute'])
export class CapacityBlockEntity extends TenantColumns {
  @PrimaryColumn('timestamptz') minute!: Date;
  @PrimaryColumn('text', { name: 'project_id', collation: 'C' }) projectId!: string;
  @Column('integer') blocked!: number;
}

/** Use in a quarter of an hour; idle quarters have no row. */
@Entity('capacity_samples')
@Index('capacity_samples_by_age', ['bucketStart'])
export class CapacitySampleEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'project_id', collation: 'C' }) projectId!: string;
  @PrimaryColumn('timestamptz', { name: 'bucket_start' }) bucketStart!: Date;
  @Column('integer', { name: 'peak_in_use' }) peakInUse!: number;
  /** The sum of the slots in use at each minute. */
  @Column('bigint', { name: 'in_use_sum' }) inUseSum!: string;
  /** The last minute that it includes. */
  @Column('timestamptz', { name: 'sampled_at' }) sampledAt!: Date;
}
