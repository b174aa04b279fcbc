import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A range of costly numbers that an operator lets a client dial. */
@Entity('allowed_number_ranges')
export class AllowedNumberRangeEntity extends TenantColumns {
  /** The beginning of its numbers in E.164, such as `+611300`. */
  @PrimaryColumn('text') prefix!: string;
  @Column('timestamptz', { name: 'allowed_at' }) allowedAt!: Date;
  @Column('text', { name: 'allowed_by' }) allowedBy!: string;
}
