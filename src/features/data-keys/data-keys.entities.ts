import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * A tenant's change to a new data key: passes over all sealed columns reseal every value under an old key.
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
  /** 0: no pass has begun. */
  @Column('integer', { default: 0 }) pass!: number;
  @Column('timestamptz', { name: 'pass_started_at' }) passStartedAt!: Date;
  /** The current table of the pass, and the key of the last row that was read. */
  @Column('text', { nullable: true }) step!: string | null;
  @Column('text', { name: 'after_row', array: true, nullable: true }) afterRow!: string[] | null;
  /**
   * Values under an old key that this pass has found; values that cannot be opened; files that need
   * the key.
   */
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
