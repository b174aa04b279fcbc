import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

const OF_CALL = ['clientId', 'dataEnv', 'callId'] as const;

/** The follow-up of a call: a task for a person, with notes and tags. */
@Entity('call_follow_ups')
@ForeignKey('call_index', OF_CALL, OF_CALL, { name: 'call_follow_ups_call_fkey', onDelete: 'CASCADE' })
@Index('call_follow_ups_queue', ['clientId', 'dataEnv', 'state', 'dueAt', 'createdAt', 'callId'])
@Check('call_follow_ups_state_check', `"state" IN ('open', 'done')`)
@Check('call_follow_ups_reason_check', `"reason" IN ('by_hand', 'missed_inbound', 'upset_caller')`)
export class CallFollowUpEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'call_id', collation: 'C' }) callId!: string;
  @Column('integer', { default: 1 }) revision!: number;
  /** Null: no task, only a note or tags. */
  @Column('text', { nullable: true }) state!: 'open' | 'done' | null;
  @Column('text') reason!: 'by_hand' | 'missed_inbound' | 'upset_caller';
  @Column('text', { nullable: true }) owner!: string | null;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt!: Date | null;
  /** Note and tags, sealed together. */
  @Column('bytea', { name: 'contents_encrypted', nullable: true }) contentsEncrypted!: Buffer | null;
  /** A keyed hash for each tag, to search by. */
  @Column('bytea', { name: 'tag_hashes', array: true }) tagHashes!: Buffer[];
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  /** Null: a rule created it, and no person has changed it. */
  @Column('text', { name: 'updated_by', nullable: true }) updatedBy!: string | null;
}

/** Which calls get a follow-up automatically. */
@Entity('follow_up_settings')
export class FollowUpSettingsEntity extends TenantColumns {
  @Column('boolean', { name: 'missed_inbound' }) missedInbound!: boolean;
  @Column('boolean', { name: 'upset_callers' }) upsetCallers!: boolean;
  @Column('integer', { default: 1 }) revision!: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
