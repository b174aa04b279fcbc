import { Check, Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { ProjectColumns, TenantColumns } from '../database/unit-of-work/tenant-columns.js';

/** How a tenant allows its recordings and transcripts to be used; without a row, or with null, not at all. */
@Entity('tenant_governance')
@Check('tenant_governance_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check(
  'tenant_governance_audio_retention_check',
  `"audio_retention" IN ('enabled', 'disabled', 'unconfirmed')`,
)
@Check('tenant_governance_secondary_reuse_check', `"secondary_reuse" IN ('allowed', 'denied')`)
@Check('tenant_governance_transcript_retention_check', `"transcript_retention_days" BETWEEN 0 AND 36500`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantGovernanceEntity extends TenantColumns {
  @Column('text', { name: 'audio_retention', default: 'unconfirmed' })
  audioRetention!: 'enabled' | 'disabled' | 'unconfirmed';
  /** Whether transcripts may be used beyond their first purpose; null: not set. */
  @Column('text', { name: 'secondary_reuse', nullable: true }) secondaryReuse!: 'allowed' | 'denied' | null;
  /** Days from the start of a call; null: not set. */
  @Column('integer', { name: 'transcript_retention_days', nullable: true })
  transcriptRetentionDays!: number | null;
  @Column('integer', { default: 1 }) revision!: number;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}

/**
 * The governance a project has published. It narrows the tenant's rules and sets those that the
 * tenant has left open; a null leaves a rule to the tenant.
 */
@Entity('project_governance')
@Check(
  'project_governance_audio_retention_check',
  `"audio_retention" IN ('enabled', 'disabled', 'unconfirmed')`,
)
@Check('project_governance_secondary_reuse_check', `"secondary_reuse" IN ('allowed', 'denied')`)
@Check('project_governance_transcript_retention_check', `"transcript_retention_days" BETWEEN 0 AND 36500`)
@Check('project_governance_consent_expiry_check', `"consent_expires_after_days" BETWEEN 1 AND 36500`)
@ForeignKey('projects', ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class ProjectGovernanceEntity extends ProjectColumns {
  @Column('integer', { name: 'version_number' }) versionNumber!: number;
  @Column('text', { name: 'audio_retention', nullable: true })
  audioRetention!: 'enabled' | 'disabled' | 'unconfirmed' | null;
  @Column('text', { name: 'secondary_reuse', nullable: true }) secondaryReuse!: 'allowed' | 'denied' | null;
  /** Days from the start of a call. */
  @Column('integer', { name: 'transcript_retention_days', nullable: true })
  transcriptRetentionDays!: number | null;
  /** Days from the start of a call until its consent lapses in any case. */
  @Column('integer', { name: 'consent_expires_after_days', nullable: true })
  consentExpiresAfterDays!: number | null;
  /** `{ client_admin: ['raw_caller', 'summary', 'transcript'] }`; a role that is not named sees nothing. */
  @Column('jsonb', { name: 'pii_permissions', nullable: true })
  piiPermissions!: Record<string, string[]> | null;
}
