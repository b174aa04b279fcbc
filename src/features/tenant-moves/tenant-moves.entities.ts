import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { MoveState } from './rules/moves.policy.js';

/** A tenant's move from one store to another (operations section 9). */
@Entity('tenant_moves')
@Index('tenant_moves_one_open', ['clientId', 'dataEnv'], { unique: true, where: 'ended_at IS NULL' })
@Check(
  'tenant_moves_state_check',
  `"state" IN ('copying', 'catching_up', 'comparing', 'switching', 'done', 'undone')`,
)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantMoveEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'move_id' }) moveId!: string;
  @Column('text', { name: 'source_store' }) sourceStore!: string;
  @Column('text', { name: 'target_store' }) targetStore!: string;
  @Column('text') state!: MoveState;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  /** When the current state began. */
  @Column('timestamptz', { name: 'state_at' }) stateAt!: Date;
  /** When the other store was cleared; null: it is in progress, or can still be undone. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('integer', { default: 0 }) tables!: number;
  @Column('integer', { name: 'tables_copied', default: 0 }) tablesCopied!: number;
  /** Rows that were compared and found equal; null: not yet. */
  @Column('bigint', { name: 'rows_compared', nullable: true }) rowsCompared!: string | null;
  /** How long writers were delayed at the switch. */
  @Column('integer', { name: 'pause_ms', nullable: true }) pauseMs!: number | null;
  /** Why it is delayed; null: it is not. */
  @Column('text', { nullable: true }) note!: string | null;
}
