import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import type { ErasureResult } from './rules/erasure-result.js';

/**
 * A person's request about their data: to see it or to have it deleted. The row contains nothing
 * that identifies the person.
 */
@Entity('caller_requests')
@Index('caller_requests_by_number', ['clientId', 'dataEnv', 'trackingNumber'], { unique: true })
@Index('caller_requests_by_receipt', ['clientId', 'dataEnv', 'receivedAt', 'requestId'])
@Index('caller_requests_by_status', ['clientId', 'dataEnv', 'status', 'receivedAt', 'requestId'])
@Index('caller_requests_by_project', ['clientId', 'dataEnv', 'sourceProjectId', 'receivedAt', 'requestId'])
@Index('caller_requests_by_identifier', ['clientId', 'dataEnv', 'identifierHash'], {
  where: '"identifier_hash" IS NOT NULL',
})
@Index('caller_requests_by_ticket', ['clientId', 'dataEnv', 'supportTicketReference'], {
  where: '"support_ticket_reference" IS NOT NULL',
})
@Index('caller_requests_open', ['clientId', 'dataEnv', 'sourceProjectId', 'overdueFrom', 'urgentFrom'], {
  where: '"closed_at" IS NULL',
})
@Check('caller_requests_request_type_check', `"request_type" IN ('access', 'deletion')`)
@Check('caller_requests_identifier_kind_check', `"identifier_kind" IN ('phone', 'manual')`)
@Check(
  'caller_requests_closed_at_check',
  `("closed_at" IS NULL) = ("status" IN ('needs_review', 'ready', 'in_progress'))`,
)
@Check(
  'caller_requests_identifier_hash_check',
  `("identifier_hash" IS NULL) = ("identifier_kind" = 'manual')`,
)
@ForeignKey('projects', ['clientId', 'dataEnv', 'sourceProjectId'], ['clientId', 'dataEnv', 'projectId'])
export class CallerRequestEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'request_id', default: () => 'uuidv7()' }) requestId!: string;
  /** The number in its tracking id: 1 for REQ-0001. */
  @Column('integer', { name: 'tracking_number' }) trackingNumber!: number;
  @Column('integer', { default: 1 }) revision!: number;
  @Column('text', { name: 'request_type' }) requestType!: string;
  @Column('text') status!: string;
  @Column('text') source!: string;
  @Column('timestamptz', { name: 'received_at' }) receivedAt!: Date;
  @Column('text') timezone!: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
  @Column('date', { name: 'due_date_local' }) dueDateLocal!: string;
  @Column('timestamptz', { name: 'urgent_from' }) urgentFrom!: Date;
  @Column('timestamptz', { name: 'overdue_from' }) overdueFrom!: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt!: Date | null;
  /** Masked before it is stored. */
  @Column('text', { name: 'caller_display' }) callerDisplay!: string;
  @Column('text', { name: 'contact_kind' }) contactKind!: string;
  @Column('text', { name: 'identifier_kind' }) identifierKind!: string;
  /** The same keyed hash of the number as in calls, so that calls of the person can be found. */
  @Column('bytea', { name: 'identifier_hash', nullable: true }) identifierHash!: Buffer | null;
  @Column('text', { name: 'hash_key_id', nullable: true }) hashKeyId!: string | null;
  /** Hashes of the same number under matching keys that the tenant had before, and their ids. */
  @Column('bytea', { name: 'older_hashes', array: true, default: [] }) olderHashes!: Buffer[];
  @Column('text', { name: 'older_hash_key_ids', array: true, default: [] }) olderHashKeyIds!: string[];
  /**
   * Hashes of contacts with the number, under the same keys in the same order; empty for requests
   * from before they were stored.
   */
  @Column('bytea', { name: 'contact_hashes', array: true, default: [] }) contactHashes!: Buffer[];
  /** The number of the first request about the same telephone number. */
  @Column('integer', { name: 'duplicate_of', nullable: true }) duplicateOf!: number | null;
  @Column('text', { name: 'data_found_state' }) dataFoundState!: string;
  @Column('integer', { name: 'data_found_count', nullable: true }) dataFoundCount!: number | null;
  @Column('text', { name: 'project_labels', array: true, default: [] }) projectLabels!: string[];
  @Column('text', { name: 'source_project_id', nullable: true }) sourceProjectId!: string | null;
  @Column('text', { name: 'support_ticket_reference', nullable: true })
  supportTicketReference!: string | null;
  /** Since when the caller's data has been in the process of erasure; null if it is not. */
  @Column('timestamptz', { name: 'erasure_asked_at', nullable: true }) erasureAskedAt!: Date | null;
  /** Result of the last erasure; null until one has ended. */
  @Column('jsonb', { name: 'erasure_result', nullable: true }) erasureResult!: ErasureResult | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

@Entity('caller_request_history')
@ForeignKey(
  () => CallerRequestEntity,
  ['clientId', 'dataEnv', 'requestId'],
  ['clientId', 'dataEnv', 'requestId'],
)
export class CallerRequestHistoryEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId!: string;
  /** The revision of the request after this change; a search by the worker leaves it unchanged. */
  @PrimaryColumn('integer') revision!: number;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  @PrimaryColumn('text', { name: 'actor_kind' }) actorKind!: string;
  @Column('text', { name: 'actor_id' }) actorId!: string;
  /** Null for the entry that recorded the request. */
  @Column('text', { name: 'from_status', nullable: true }) fromStatus!: string | null;
  @Column('text', { name: 'to_status' }) toStatus!: string;
  @Column('text', { name: 'data_found_state' }) dataFoundState!: string;
  @Column('integer', { name: 'data_found_count', nullable: true }) dataFoundCount!: number | null;
  /** The note, sealed; null if there is none. */
  @Column('bytea', { name: 'status_note_encrypted', nullable: true }) statusNoteEncrypted!: Buffer | null;
}

/** The number of a tenant's latest request. A writer of a request locks it until it commits. */
@Entity('caller_request_counters')
@ForeignKey('clients', ['clientId'], ['clientId'])
export class CallerRequestCounterEntity extends TenantColumns {
  @Column('integer', { name: 'last_number' }) lastNumber!: number;
}
