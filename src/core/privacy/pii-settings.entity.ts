import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { DataEnv } from '../kernel/auth-context.js';

/** What a tenant's PII policy says beside its lines. No row: it is strict about summaries, and was never saved. */
@Entity('pii_settings')
@Check('pii_settings_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
export class PiiSettingsEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  /** Whether no summary is shown without permission, not even those without personal data. */
  @Column('boolean', { name: 'strict_summaries', default: true })
  strictSummaries!: boolean;

  /** How often the policy was saved. */
  @Column('integer', { default: 0 })
  revision!: number;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;

  /** Who set it: a person or a process. */
  @Column('text', { name: 'updated_by' })
  updatedBy!: string;
}
