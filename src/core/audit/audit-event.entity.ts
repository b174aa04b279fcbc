import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../shared/auth-context.js';

/** One line of the audit trail (privacy section 8): append-only, without personal data. */
@Entity('audit_events')
@Index('audit_events_by_tenant', ['clientId', 'dataEnv', 'occurredAt'])
export class AuditEventEntity {
  @PrimaryColumn('uuid', { name: 'event_id', default: () => 'uuidv7()' }) eventId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('timestamptz', { name: 'occurred_at' }) occurredAt!: Date;
  @Column('text') action!: string;
  @Column('text') outcome!: 'success' | 'denied' | 'failed';
  @Column('text', { name: 'actor_kind' }) actorKind!: 'api_key' | 'bearer' | 'system';
  @Column('text', { name: 'actor_id' }) actorId!: string;
  @Column('text') scope!: string;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
  @Column('jsonb', { default: {} }) metadata!: Record<string, string | number | boolean | null>;
}
