import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../database/unit-of-work/tenant-columns.js';

@Entity('work_items')
export class WorkItemEntity extends TenantColumns {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('bigint', { name: 'item_id', insert: false, update: false }) itemId!: string;
  @Column({ type: 'text', nullable: true, collation: 'C' }) key!: string | null;
  @Column('jsonb') payload!: object;
  @Column('timestamptz', { name: 'appended_at', default: () => 'now()' }) appendedAt!: Date;
  @Column('timestamptz', { name: 'ready_at', default: () => 'now()' }) readyAt!: Date;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('bigint', { name: 'lease_token', nullable: true }) leaseToken!: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  /** The span that caused it, as W3C writes it. */
  @Column('text', { nullable: true }) traceparent!: string | null;
}

@Entity('work_dead_letters')
export class WorkDeadLetterEntity extends TenantColumns {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('bigint', { name: 'item_id' }) itemId!: string;
  @Column({ type: 'text', nullable: true, collation: 'C' }) key!: string | null;
  @Column('jsonb') payload!: object;
  @Column('timestamptz', { name: 'appended_at' }) appendedAt!: Date;
  @Column('integer') attempts!: number;
  @Column('text') reason!: string;
  @Column('timestamptz', { name: 'died_at', default: () => 'now()' }) diedAt!: Date;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  @Column('text', { nullable: true }) traceparent!: string | null;
}
