import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** The tenant of a link. Only a keyed hash of its token is stored. */
@Entity('direct_input_links')
@Unique('direct_input_links_token_key', ['tokenHash'])
@ForeignKey('clients', ['clientId'], ['clientId'])
export class DirectInputLinkEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'session_id' }) sessionId!: string;
  /** HMAC-SHA-256 of the token. */
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('timestamptz', { name: 'ends_at' }) endsAt!: Date;
}

/** A form that a caller may fill in once during a call. */
@Entity('direct_input_sessions')
@Index('direct_input_sessions_by_call', ['clientId', 'dataEnv', 'callId'])
@Check('direct_input_sessions_status_check', `"status" IN ('open', 'received', 'closed')`)
@Check('direct_input_sessions_envelope_check', `"envelope" IS NULL OR "status" = 'received'`)
export class DirectInputSessionEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text', name: 'call_id', collation: 'C' }) callId!: string;
  @Column('text', { default: 'open' }) status!: 'open' | 'received' | 'closed';
  /** Fields, key and language; null once the session has ended. */
  @Column('jsonb', { nullable: true }) form!: object | null;
  /** The answers until a minute after they were collected; only the runtime's key opens them. */
  @Column('jsonb', { nullable: true }) envelope!: object | null;
  /** Until when the answers may be requested again; null until they are first collected. */
  @Column('timestamptz', { name: 'collectable_until', nullable: true }) collectableUntil!: Date | null;
  /** HMAC-SHA-256 of the cookie of the one browser that may use the link. */
  @Column('bytea', { name: 'browser_hash', nullable: true }) browserHash!: Buffer | null;
  /** HMAC-SHA-256 of the accepted envelope; it stays when the envelope is erased. */
  @Column('bytea', { name: 'taken_hash', nullable: true }) takenHash!: Buffer | null;
  /** How often the form was requested, and how often something was sent. */
  @Column('integer', { default: 0 }) contexts!: number;
  @Column('integer', { default: 0 }) submits!: number;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
