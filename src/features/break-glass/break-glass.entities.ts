import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A person who may sign in without any directory (break-glass 2.1). */
@Entity('break_glass_holders')
@Check('break_glass_holders_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BreakGlassHolderEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey('portal_users', 'userId')
  userId!: string;
  @Column('timestamptz', { name: 'added_at' }) addedAt!: Date;
  @Column('text', { name: 'added_by' }) addedBy!: string;
  /** When the holder last signed a challenge with a passkey. */
  @Column('timestamptz', { name: 'proved_at', nullable: true }) provedAt!: Date | null;
  /** The passkey that signed it: no other one lets the holder in. */
  @Column('uuid', { name: 'proved_factor_id', nullable: true }) provedFactorId!: string | null;
}

/** A challenge that a passkey has to sign, once. */
@Entity('break_glass_challenges')
@Index('break_glass_challenges_by_end', ['endsAt'])
export class BreakGlassChallengeEntity {
  @PrimaryColumn('uuid', { name: 'challenge_id' }) challengeId!: string;
  @Column('text') challenge!: string;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}

/** A sign-in of a holder without a directory; a use once it is opened (break-glass 3.1). */
@Entity('break_glass_uses')
@Index('break_glass_uses_by_opening', ['clientId', 'dataEnv', 'openedAt'])
@Check('break_glass_uses_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BreakGlassUseEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'use_id' }) useId!: string;
  @Column('uuid', { name: 'holder_id' })
  @ForeignKey('portal_users', 'userId')
  holderId!: string;
  @Column('timestamptz', { name: 'signed_in_at' }) signedInAt!: Date;
  @Column('timestamptz', { name: 'opened_at', nullable: true }) openedAt!: Date | null;
  @Column('bytea', { name: 'reason_sealed', nullable: true }) reasonSealed!: Buffer | null;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt!: Date | null;
  @Column('text', { name: 'closed_by', nullable: true }) closedBy!: string | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  @Column('text', { name: 'confirmed_by', nullable: true }) confirmedBy!: string | null;
}
