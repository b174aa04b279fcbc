import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { FactorKind } from './rules/vocabulary.js';

/** A second factor of a person, for all clients and environments. */
@Entity('second_factors')
@Unique('second_factors_credential_id_key', ['credentialId'])
@Index('second_factors_by_person', ['userId'])
@Check('second_factors_kind_check', `"kind" IN ('totp', 'webauthn')`)
export class SecondFactorEntity {
  @PrimaryColumn('uuid', { name: 'factor_id' }) factorId!: string;
  @Column('uuid', { name: 'user_id' })
  @ForeignKey('portal_users', 'userId')
  userId!: string;
  @Column('text') kind!: FactorKind;
  @Column('text') name!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Null: pending. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  /** The secret of a TOTP factor, sealed under a key that is derived from the pepper. */
  @Column('bytea', { name: 'secret_encrypted', nullable: true }) secretEncrypted!: Buffer | null;
  /** The window of the last used code: each code is valid once. */
  @Column('bigint', { name: 'last_window', nullable: true }) lastWindow!: string | null;
  /** The challenge that a passkey has to sign while it is pending. */
  @Column('text', { nullable: true }) challenge!: string | null;
  @Column('text', { name: 'credential_id', nullable: true }) credentialId!: string | null;
  @Column('text', { name: 'public_key', nullable: true }) publicKey!: string | null;
  @Column('bigint', { name: 'sign_count', nullable: true }) signCount!: string | null;
  @Column('text', { array: true, default: () => `'{}'` }) transports!: string[];
}

/** A recovery code of a person, as a keyed hash. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey('portal_users', 'userId')
  userId!: string;
  @PrimaryColumn('bytea', { name: 'code_hash' }) codeHash!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A challenge that one of a person's passkeys has to sign for a step-up, once. */
@Entity('step_up_challenges')
@Index('step_up_challenges_by_end', ['endsAt'])
export class StepUpChallengeEntity {
  @PrimaryColumn('uuid', { name: 'challenge_id' }) challengeId!: string;
  @Column('uuid', { name: 'user_id' })
  @ForeignKey('portal_users', 'userId')
  userId!: string;
  @Column('uuid', { name: 'session_id' }) sessionId!: string;
  @Column('text') challenge!: string;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}

/** A client's policy about second factors. */
@Entity('mfa_policies')
@ForeignKey('clients', ['clientId'], ['clientId'])
@Check('mfa_policies_step_up_minutes_check', `"step_up_minutes" BETWEEN 5 AND 60`)
export class MfaPolicyEntity extends TenantColumns {
  @Column('text', { name: 'required_roles', array: true }) requiredRoles!: string[];
  @Column('text', { array: true }) kinds!: string[];
  @Column('text', { name: 'step_up_for', array: true }) stepUpFor!: string[];
  @Column('integer', { name: 'step_up_minutes' }) stepUpMinutes!: number;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
