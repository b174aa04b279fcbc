import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * A tenant's change to a new data key: everything under an old key is sealed anew, in passes over
 * all sealed columns.
 */
@Entity('key_rotations')
@Index('key_rotations_one_open', ['clientId', 'dataEnv'], { unique: true, where: 'ended_at IS NULL' })
export class KeyRotationEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'rotation_id', default: () => 'uuidv7()' }) rotationId!: string;
  @Column('text', { name: 'new_key_id' }) newKeyId!: string;
  /** Deleted at the end. */
  @Column('text', { name: 'old_key_ids', array: true }) oldKeyIds!: string[];
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** None has begun: 0. */
  @Column('integer', { default: 0 }) pass!: number;
  @Column('timestamptz', { name: 'pass_started_at' }) passStartedAt!: Date;
  /** The table that the pass is at, and the key of the last row that it has read there. */
  @Column('text', { nullable: true }) step!: string | null;
  @Column('text', { name: 'after_row', array: true, nullable: true }) afterRow!: string[] | null;
  /** Values that this pass has met under an old key; those that do not open; files that keep the key. */
  @Column('integer', { default: 0 }) found!: number;
  @Column('integer', { default: 0 }) unopened!: number;
  @Column('integer', { default: 0 }) waiting!: number;
  /** In all passes. */
  @Column('bigint', { default: 0 }) resealed!: string;
  @Column('timestamptz', { name: 'last_found_at', nullable: true }) lastFoundAt!: Date | null;
  @Column('timestamptz', { name: 'next_work_at' }) nextWorkAt!: Date;
  @Column('uuid', { name: 'lease_token', nullable: true }) leaseToken!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
}
