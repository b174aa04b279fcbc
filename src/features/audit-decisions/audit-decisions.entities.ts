import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A decision of an internal system about access: append-only, without personal data. */
@Entity('audit_decisions')
@Check('audit_decisions_decision_check', `"decision" IN ('allow', 'deny')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class AuditDecisionEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'decision_id', collation: 'C' }) decisionId!: string;
  @Column('text') action!: string;
  @Column('text', { name: 'resource_type' }) resourceType!: string;
  @Column('text', { name: 'resource_id' }) resourceId!: string;
  @Column('text') decision!: 'allow' | 'deny';
  @Column('text', { name: 'reason_code' }) reasonCode!: string;
  @Column('timestamptz', { name: 'occurred_at' }) occurredAt!: Date;
  /** Distinguishes a repeat from a contradicting decision. */
  @Column('text', { name: 'content_hash' }) contentHash!: string;
  @Column('timestamptz', { name: 'recorded_at' }) recordedAt!: Date;
  @Column('text', { name: 'recorded_by_kind' }) recordedByKind!: 'api_key' | 'bearer' | 'system';
  @Column('text', { name: 'recorded_by' }) recordedBy!: string;
}
