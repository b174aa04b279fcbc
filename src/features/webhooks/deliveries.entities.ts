import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryStatus, EventType, FailureCode, TranscriptMode } from './rules/vocabulary.js';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * The history of deliveries, including waiting ones; kept for 30 days. It contains no event, no
 * response and no secret.
 */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_by_webhook', ['clientId', 'dataEnv', 'webhookId', 'createdAt', 'deliveryId'])
export class WebhookDeliveryEntity extends TenantColumns {
  /** Selects the one day's partition that contains it. */
  @PrimaryColumn({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @PrimaryColumn('uuid', { name: 'delivery_id', default: () => 'uuidv7()' }) deliveryId!: string;
  @Column('uuid', { name: 'webhook_id' }) webhookId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column({ type: 'text', name: 'call_id', nullable: true, collation: 'C' }) callId!: string | null;
  @Column('uuid', { name: 'event_id' }) eventId!: string;
  @Column('text', { name: 'event_type' }) eventType!: EventType;
  @Column('integer') sequence!: number;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('boolean', { name: 'is_test' }) isTest!: boolean;
  @Column('uuid', { name: 'redelivery_of', nullable: true }) redeliveryOf!: string | null;
  @Column('text') status!: DeliveryStatus;
  @Column('integer', { name: 'attempt_count', default: 0 }) attemptCount!: number;
  @Column('integer', { name: 'max_attempts' }) maxAttempts!: number;
  @Column('timestamptz', { name: 'first_attempt_at', nullable: true }) firstAttemptAt!: Date | null;
  @Column('timestamptz', { name: 'last_attempt_at', nullable: true }) lastAttemptAt!: Date | null;
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true }) nextAttemptAt!: Date | null;
  @Column('integer', { name: 'response_status_code', nullable: true }) responseStatusCode!: number | null;
  @Column('integer', { name: 'duration_ms', nullable: true }) durationMs!: number | null;
  @Column('text', { name: 'failure_code', nullable: true }) failureCode!: FailureCode | null;
  @Column('text', { name: 'endpoint_host' }) endpointHost!: string;
  @Column('text', { name: 'transcript_mode' }) transcriptMode!: TranscriptMode;
}

/** A delivery that has not ended. */
@Entity('webhook_queue')
@Index('webhook_queue_by_webhook', ['webhookId', 'readyAt', 'clientId', 'dataEnv'])
@Index('webhook_queue_by_webhook_call', ['webhookId', 'callId', 'sequence', 'deliveryId'])
export class WebhookQueueEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'delivery_id' }) deliveryId!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('uuid', { name: 'webhook_id' }) webhookId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column({ type: 'text', name: 'call_id', nullable: true, collation: 'C' }) callId!: string | null;
  @Column('uuid', { name: 'event_id' }) eventId!: string;
  @Column('text', { name: 'event_type' }) eventType!: EventType;
  @Column('integer') sequence!: number;
  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 }) occurredAt!: Date;
  @Column('boolean', { name: 'is_test' }) isTest!: boolean;
  @Column('integer', { name: 'attempt_count', default: 0 }) attemptCount!: number;
  @Column('integer', { name: 'max_attempts' }) maxAttempts!: number;
  @Column('timestamptz', { name: 'ready_at', nullable: true }) readyAt!: Date | null;
  @Column('bigint', { name: 'lease_token', nullable: true }) leaseToken!: string | null;
  /** The activation of the webhook that queued it; null for rows of an older release. */
  @Column('integer', { nullable: true }) activation!: number | null;
}

/** The last event of a call for which deliveries were created. */
@Entity('webhook_positions')
@Index('webhook_positions_by_update', ['clientId', 'dataEnv', 'updatedAt'])
export class WebhookPositionEntity extends TenantColumns {
  @PrimaryColumn({ type: 'text', name: 'call_id', collation: 'C' }) callId!: string;
  @Column('integer') sequence!: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
