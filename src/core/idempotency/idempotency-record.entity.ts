import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../database/unit-of-work/tenant-columns.js';

/** One use of an idempotency key: reserved before the work, completed with its answer. */
@Entity('idempotency_records')
@Index('idempotency_records_by_expiry', ['expiresAt'])
@Check('idempotency_records_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
export class IdempotencyRecordEntity extends TenantColumns {
  @PrimaryColumn('text') operation!: string;
  @PrimaryColumn('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  /** The owner of the key: kind and id of the principal. */
  @PrimaryColumn('text') actor!: string;
  /** Keyed hash of method, address and raw body; null while a streamed body is arriving. */
  @Column('bytea', { nullable: true }) fingerprint!: Buffer | null;
  /** The request that holds the key, or that has used it. */
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  @Column('uuid', { name: 'lock_token' }) lockToken!: string;
  /** From then on, a retry may take over an incomplete request. */
  @Column('timestamptz', { name: 'locked_until' }) lockedUntil!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt!: Date | null;
  @Column('integer', { name: 'response_status', nullable: true }) responseStatus!: number | null;
  @Column('jsonb', { name: 'response_headers', nullable: true })
  responseHeaders!: Record<string, string> | null;
  /**
   * JSON text, so that a replay keeps the order of members; or text and headers, sealed
   * (stored-response.ts).
   */
  @Column('text', { name: 'response_body', nullable: true }) responseBody!: string | null;
}
