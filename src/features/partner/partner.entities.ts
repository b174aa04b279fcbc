import { Check, Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** A tenant's settings of its API keys; no row: defaults. */
@Entity('tenant_key_settings')
@Check('tenant_key_settings_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@Check('tenant_key_settings_longest_lifetime_check', `"longest_lifetime_days" BETWEEN 1 AND 1825`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class TenantKeySettingsEntity extends TenantColumns {
  /** The most days from a key's creation to its end; null: no limit. */
  @Column('integer', { name: 'longest_lifetime_days', nullable: true }) longestLifetimeDays!: number | null;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  /** The operator's process that set it. */
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
