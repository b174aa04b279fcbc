import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import { WEBHOOK_NUMBERS } from './rules/webhook-numbers.js';
import type { DisabledReason, EventType, TranscriptMode } from './rules/vocabulary.js';

const NumbersChecked: ClassDecorator = (target) => {
  for (const [name, { least, most }] of Object.entries(WEBHOOK_NUMBERS))
    Check(`webhook_endpoints_${name}_check`, `"${name}" BETWEEN ${least} AND ${most}`)(target);
};

/** A webhook: the endpoint of a project's events, and how they are sent. */
@Entity('webhook_endpoints')
@Index('webhook_endpoints_by_project', ['clientId', 'dataEnv', 'projectId', 'createdAt'])
@Check(
  'webhook_endpoints_event_types_check',
  `cardinality(event_types) > 0 AND event_types <@ ARRAY['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated']`,
)
@Check(
  'webhook_endpoints_transcript_to_send_check',
  `"transcript_to_send" IN ('none', 'redacted', 'original')`,
)
@NumbersChecked
@Check(
  'webhook_endpoints_previous_secret_check',
  `(previous_secret_encrypted IS NULL) = (previous_secret_expires_at IS NULL)`,
)
@ForeignKey('projects', ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class WebhookEndpointEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId!: string;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column('text', { name: 'endpoint_url' }) endpointUrl!: string;
  @Column('text', { name: 'event_types', array: true }) eventTypes!: EventType[];
  @Column('text', { name: 'transcript_to_send' }) transcriptToSend!: TranscriptMode;
  @Column('integer', { name: 'timeout_seconds' }) timeoutSeconds!: number;
  /** Retries after the first attempt. */
  @Column('integer', { name: 'retry_attempts' }) retryAttempts!: number;
  @Column('integer', { name: 'retry_backoff_seconds' }) retryBackoffSeconds!: number;
  /** Whether its owner has enabled it; the tenant's store records failures of the receiver. */
  @Column('boolean', { name: 'is_enabled', default: true }) isEnabled!: boolean;
  /**
   * Incremented by each request to switch it on, even while it is on. Health recorded under an
   * earlier enablement does not count.
   */
  @Column('integer', { default: 1 }) enablement!: number;
  /** Incremented by each change from off to on. Deliveries of an earlier activation are not sent. */
  @Column('integer', { default: 1 }) activation!: number;
  @Column('integer', { default: 1 }) revision!: number;
  @Column('bytea', { name: 'secret_encrypted' }) secretEncrypted!: Buffer;
  @Column('timestamptz', { name: 'secret_rotated_at' }) secretRotatedAt!: Date;
  /** The previous secret; it also signs until it expires. */
  @Column('bytea', { name: 'previous_secret_encrypted', nullable: true })
  previousSecretEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'previous_secret_expires_at', nullable: true })
  previousSecretExpiresAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/** The health of a webhook's receiver since it was last switched on. */
@Entity('webhook_health')
@Check('webhook_health_disabled_check', `(disabled_at IS NULL) = (disabled_reason IS NULL)`)
export class WebhookHealthEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId!: string;
  /** The enablement that this health belongs to. */
  @Column('integer') enablement!: number;
  /** Failed deliveries in a row. */
  @Column('integer', { name: 'consecutive_failures', default: 0 }) consecutiveFailures!: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince!: Date | null;
  @Column('timestamptz', { name: 'degraded_at', nullable: true }) degradedAt!: Date | null;
  @Column('timestamptz', { name: 'disabled_at', nullable: true }) disabledAt!: Date | null;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason!: DisabledReason | null;
  @Column('timestamptz', { name: 'last_success_at', nullable: true }) lastSuccessAt!: Date | null;
  @Column('timestamptz', { name: 'last_failure_at', nullable: true }) lastFailureAt!: Date | null;
}
