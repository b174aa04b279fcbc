import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { DataEnv } from '../../core/shared/auth-context.js';

/** A signed-in browser. The row contains only a keyed hash of its cookie. */
@Entity('portal_sessions')
@Unique('portal_sessions_id_hash_key', ['idHash'])
@Index('portal_sessions_by_subject', ['subject', 'createdAt'])
@Index('portal_sessions_by_end', ['endsAt'])
@Index('portal_sessions_by_connection', ['connectionId'])
export class PortalSessionEntity {
  @PrimaryColumn('uuid', { name: 'session_id' }) sessionId!: string;
  /** HMAC-SHA-256 of the cookie's value. */
  @Column('bytea', { name: 'id_hash' }) idHash!: Buffer;
  /**
   * `sub` of the person's tokens, because a person who accepts an invitation signs in before there
   * is a user.
   */
  @Column('text') subject!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  /** The provider's access and refresh token, sealed; null for a person who signed in otherwise. */
  @Column('bytea', { name: 'tokens_encrypted', nullable: true }) tokensEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'token_given_at' }) tokenGivenAt!: Date;
  @Column('timestamptz', { name: 'token_ends_at' }) tokenEndsAt!: Date;
  @Column('boolean', { name: 'is_renewable' }) isRenewable!: boolean;
  /** Counts renewals: a process that has read an earlier state does not overwrite a later one. */
  @Column('integer', { default: 0 }) renewals!: number;
  /** The time until which only one process may renew the tokens. */
  @Column('timestamptz', { name: 'renewing_until', nullable: true }) renewingUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_seen_at' }) lastSeenAt!: Date;
  /** When it ends, unless it is used again. */
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
  @Column('timestamptz', { name: 'auth_time', nullable: true }) authTime!: Date | null;
  @Column('text', { array: true }) amr!: string[];
  /** When the person last proved a second factor of this service; a directory does not set it. */
  @Column('timestamptz', { name: 'proved_at', nullable: true }) provedAt!: Date | null;
  /** The client's own connection that identifies the person. */
  @Column('uuid', { name: 'connection_id', nullable: true }) connectionId!: string | null;
  /** The break-glass use through which the person is signed in. */
  @Column('uuid', { name: 'break_glass_id', nullable: true }) breakGlassId!: string | null;
  /**
   * The only client for which the session is valid: that of the connection or of the break-glass
   * use.
   */
  @Column('text', { name: 'only_client_id', nullable: true }) onlyClientId!: string | null;
  @Column('text', { name: 'ip_masked' }) ipMasked!: string;
  @Column('text') agent!: string;
}

/** A person's display settings. */
@Entity('portal_profiles')
export class PortalProfileEntity {
  /** `sub` of the person's tokens. */
  @PrimaryColumn('text') subject!: string;
  /** Null: the browser's. */
  @Column('text', { nullable: true }) language!: string | null;
  /** Null: the browser's. */
  @Column('text', { nullable: true }) timezone!: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A sign-in in progress: the values that the provider's answer must match, once. */
@Entity('portal_sign_ins')
@Index('portal_sign_ins_by_end', ['endsAt'])
export class PortalSignInEntity {
  /** HMAC-SHA-256 of `state`. */
  @PrimaryColumn('bytea', { name: 'state_hash' }) stateHash!: Buffer;
  /** The same for the cookie of the browser in which it began. */
  @Column('bytea', { name: 'browser_hash' }) browserHash!: Buffer;
  /** Nonce, verifier and the page to return to, sealed. */
  @Column('bytea', { name: 'secrets_encrypted' }) secretsEncrypted!: Buffer;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}

/** A network from which a person signed in, for 90 days (portal-sessions 7.2). */
@Entity('sign_in_places')
@Check('sign_in_places_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class SignInPlaceEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'user_id' }) userId!: string;
  /** The address without its last part. */
  @PrimaryColumn('text') network!: string;
  @Column('timestamptz', { name: 'last_seen_at' }) lastSeenAt!: Date;
}
