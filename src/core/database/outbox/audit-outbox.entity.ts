import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../unit-of-work/tenant-columns.js';

/** A line of the audit trail on its way to the metadata store, with the fields it has there. */
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
