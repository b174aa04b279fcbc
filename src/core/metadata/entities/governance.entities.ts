import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { DataEnv } from '../../kernel/auth-context.js';
import { ClientEntity } from './client.entity.js';
import { ProjectEntity } from './project.entities.js';

/** What a tenant allows to be done with its recordings and transcripts. No row, or null: nothing. */
@Entity('tenant_governance')
@Check('tenant_governance_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check(
  'tenant_governance_audio_retention_check',
  `"audio_retention" IN ('enabled', 'disabled', 'unconfirmed')`,
)
@Check('tenant_governance_secondary_reuse_check', `"secondary_reuse" IN ('allowed', 'denied')`)
@Check('tenant_governance_transcript_retention_check', `"transcript_retention_days" BETWEEN 0 AND 36500`)
export class TenantGovernanceEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey(() => ClientEntity, 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @Column('text', { name: 'audio_retention', default: 'unconfirmed' })
  audioRetention!: 'enabled' | 'disabled' | 'unconfirmed';

  /** Whether transcripts may be used for more than what they were made for; null: not settled. */
  @Column('text', { name: 'secondary_reuse', nullable: true })
  secondaryReuse!: 'allowed' | 'denied' | null;

  /** Days from the start of a call on; null: not settled. */
  @Column('integer', { name: 'transcript_retention_days', nullable: true })
  transcriptRetentionDays!: number | null;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;

  /** Who set it: a person, a key or a process. */
  @Column('text', { name: 'updated_by' })
  updatedBy!: string;
}

/** Whether the voice runtime has confirmed that it works by the project's compliance settings. */
@Entity('project_compliance')
@Check('project_compliance_projection_check', `"projection" IN ('confirmed', 'pending', 'failed')`)
@ForeignKey(() => ProjectEntity, ['clientId', 'dataEnv', 'projectId'], ['clientId', 'dataEnv', 'projectId'])
export class ProjectComplianceEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  projection!: 'confirmed' | 'pending' | 'failed';

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;

  @Column('text', { name: 'updated_by' })
  updatedBy!: string;
}
