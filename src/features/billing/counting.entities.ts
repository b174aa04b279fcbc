import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import { IS_METER } from './agreement.entities.js';

/** The invoice's id in the API: the provider's own id is never shown. */
@Entity('billing_invoices')
@Index('billing_invoices_by_provider', ['clientId', 'dataEnv', 'providerInvoiceId'], { unique: true })
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BillingInvoiceEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'invoice_id', default: () => 'uuidv7()' }) invoiceId!: string;
  @Column('text', { name: 'provider_invoice_id' }) providerInvoiceId!: string;
}

/** The usage of one hour of a meter, and how much of it the provider has. */
@Entity('billing_usage_windows')
@Index('billing_usage_windows_by_record', ['clientId', 'dataEnv', 'recordId'], { unique: true })
@Index('billing_usage_windows_by_start', ['clientId', 'dataEnv', 'windowStart', 'meterId'])
@Index('billing_usage_windows_untold', ['clientId', 'dataEnv', 'meterId', 'windowStart'], {
  where: `"status" = 'frozen'`,
})
@Check('billing_usage_windows_meter_id_check', IS_METER)
@Check(
  'billing_usage_windows_status_check',
  `"status" IN ('open', 'frozen', 'submitted', 'zero', 'correction_pending', 'failed')`,
)
@Check('billing_usage_windows_quantity_check', `"quantity" >= 0`)
@Check('billing_usage_windows_hour_check', `"window_end" = "window_start" + '01:00:00'::interval`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BillingUsageWindowEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'meter_id' }) meterId!: string;
  @PrimaryColumn('timestamptz', { name: 'window_start' }) windowStart!: Date;
  /** Exclusive. */
  @Column('timestamptz', { name: 'window_end' }) windowEnd!: Date;
  @Column('uuid', { name: 'record_id', default: () => 'uuidv7()' }) recordId!: string;
  @Column('bigint') quantity!: string;
  @Column('text') status!: string;
  @Column('text', { name: 'source_hash', nullable: true }) sourceHash!: string | null;
  /** The identifier of its submission, created once and never changed. */
  @Column('text', { name: 'provider_event_id', nullable: true }) providerEventId!: string | null;
  @Column('timestamptz', { name: 'frozen_at', nullable: true }) frozenAt!: Date | null;
  @Column('timestamptz', { name: 'submitted_at', nullable: true }) submittedAt!: Date | null;
  @Column('integer', { name: 'attempt_count', default: 0 }) attemptCount!: number;
  /** When its submission first began. */
  @Column('timestamptz', { name: 'attempted_at', nullable: true }) attemptedAt!: Date | null;
  /** Until this time no other process may submit it. */
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil!: Date | null;
  /** `projects`: units of each. For messages also how many count, and `failed` ones by reason. */
  @Column('jsonb', { default: {} }) details!: object;
}

/** One comparison of measured, stored and provider-counted usage. */
@Entity('billing_reconciliations')
@Index('billing_reconciliations_by_check', ['clientId', 'dataEnv', 'checkedAt', 'recordId'])
@Check('billing_reconciliations_meter_id_check', IS_METER)
@Check(
  'billing_reconciliations_state_check',
  `"state" IN ('matched', 'mismatch', 'unverified', 'correction_pending')`,
)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BillingReconciliationEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'record_id', default: () => 'uuidv7()' }) recordId!: string;
  @Column('text', { name: 'meter_id' }) meterId!: string;
  @Column('timestamptz', { name: 'period_start' }) periodStart!: Date;
  @Column('timestamptz', { name: 'period_end' }) periodEnd!: Date;
  /** Null if the source could not be read completely. */
  @Column('bigint', { name: 'source_total', nullable: true }) sourceTotal!: string | null;
  @Column('bigint', { name: 'stored_total' }) storedTotal!: string;
  @Column('bigint', { name: 'provider_total', nullable: true }) providerTotal!: string | null;
  @Column('text') state!: string;
  @Column('timestamptz', { name: 'checked_at' }) checkedAt!: Date;
}
