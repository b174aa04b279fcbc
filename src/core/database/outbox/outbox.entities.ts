import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../unit-of-work/tenant-columns.js';

/** A line of the audit trail on its way to the metadata store, with the same fields as there. */
@Entity('audit_outbox')
export class AuditOutboxEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'event_id', default: () => 'uuidv7()' }) eventId!: string;
  @Column('timestamptz', { name: 'occurred_at' }) occurredAt!: Date;
  @Column('text') action!: string;
  @Column('text') outcome!: 'success' | 'denied' | 'failed';
  @Column('text', { name: 'actor_kind' }) actorKind!: 'api_key' | 'bearer' | 'system';
  @Column('text', { name: 'actor_id' }) actorId!: string;
  @Column('text') scope!: string;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  @Column('jsonb') metadata!: Record<string, string | number | boolean | null>;
}

/**
 * The response of an idempotent request, stored with its effect; its fields are those of the
 * record.
 */
@Entity('idempotency_effects')
export class IdempotencyEffectEntity extends TenantColumns {
  @PrimaryColumn('text') operation!: string;
  @PrimaryColumn('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  @PrimaryColumn('text') actor!: string;
  /** The lock token of the request that had this effect. */
  @Column('uuid', { name: 'lock_token' }) lockToken!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('timestamptz', { name: 'completed_at' }) completedAt!: Date;
  /** From this time its key is free, whether or not its record was completed. */
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('integer', { name: 'response_status' }) responseStatus!: number;
  @Column('jsonb', { name: 'response_headers' }) responseHeaders!: Record<string, string>;
  @Column('text', { name: 'response_body' }) responseBody!: string;
}
