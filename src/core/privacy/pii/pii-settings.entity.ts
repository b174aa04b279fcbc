import { Check, Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { TenantColumns } from '../../database/unit-of-work/tenant-columns.js';

/** Tenant-wide settings of a PII policy. No row: it is strict about summaries, and was never saved. */
@Entity('pii_settings')
@Check('pii_settings_data_env_check', `"data_env" IN ('prod', 'staging', 'dev')`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class PiiSettingsEntity extends TenantColumns {
  /** Whether no summary is shown without permission, not even those without personal data. */
  @Column('boolean', { name: 'strict_summaries', default: true }) strictSummaries!: boolean;
  /** Whether mails about support tickets may quote what people write. */
  @Column('boolean', { name: 'quotes_in_mails', default: false }) quotesInMails!: boolean;
  @Column('integer', { default: 0 }) revision!: number;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
  @Column('text', { name: 'updated_by' }) updatedBy!: string;
}
