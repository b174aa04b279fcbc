import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

const OF_CALL = ['clientId', 'dataEnv', 'callId'] as const;

/** A person's request to see personal data of one call; its state follows from the instants. */
@Entity('call_pii_unlocks')
@ForeignKey('call_index', OF_CALL, OF_CALL, { name: 'call_pii_unlocks_call_fkey', onDelete: 'CASCADE' })
@Index('call_pii_unlocks_of_call', ['clientId', 'dataEnv', 'callId', 'requestedAt'])
@Index('call_pii_unlocks_newest', ['clientId', 'dataEnv', 'requestedAt', 'unlockId'])
@Check('call_pii_unlocks_decision_check', `"decision" IN ('approved', 'denied')`)
@Check(
  'call_pii_unlocks_decided_check',
  `("decision" IS NULL) = ("decided_at" IS NULL) AND ("decision" IS NULL) = ("decided_by" IS NULL)`,
)
@Check('call_pii_unlocks_two_people_check', `"decided_by" <> "requested_by"`)
@Check(
  'call_pii_unlocks_looks_check',
  `("looks" = 0) = ("first_look_at" IS NULL) AND ("looks" = 0 OR "decision" = 'approved')`,
)
export class CallPiiUnlockEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'unlock_id' }) unlockId!: string;
  @Column({ type: 'text', name: 'call_id', collation: 'C' }) callId!: string;
  @Column('text', { array: true }) kinds!: string[];
  @Column('text', { name: 'reason_code' }) reasonCode!: string;
  /** Sealed; null if there is none or the data of the call was erased. */
  @Column('bytea', { name: 'note_encrypted', nullable: true }) noteEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  /** The person's role at the time of the request; an unlock opens nothing to another role. */
  @Column('text', { name: 'requested_role' }) requestedRole!: string;
  @Column('text', { nullable: true }) decision!: 'approved' | 'denied' | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;
  @Column('text', { name: 'decided_by', nullable: true }) decidedBy!: string | null;
  @Column('timestamptz', { name: 'first_look_at', nullable: true }) firstLookAt!: Date | null;
  /** How many answers it has opened. */
  @Column('integer', { default: 0 }) looks!: number;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  /** Null: an erasure ended it. */
  @Column('text', { name: 'ended_by', nullable: true }) endedBy!: string | null;
}
