import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';
import { BillingPlanEntity, IS_METER } from './agreement.entities.js';

/** A usage threshold at which a client is notified. */
@Entity('billing_usage_alerts')
@Check('billing_usage_alerts_meter_id_check', IS_METER)
@Check(
  'billing_usage_alerts_threshold_check',
  `"threshold_type" IN ('units', 'included_percent', 'amount_cents') AND "threshold_value" > 0`,
)
@Check('billing_usage_alerts_action_check', `"action" IN ('notify', 'pause_campaigns')`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingUsageAlertEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'alert_id', default: () => 'uuidv7()' }) alertId!: string;
  @Column('text', { name: 'meter_id' }) meterId!: string;
  /** Null: the combined usage of all projects. */
  @Column('text', { name: 'project_id', nullable: true }) projectId!: string | null;
  @Column('text', { name: 'threshold_type' }) thresholdType!: string;
  @Column('bigint', { name: 'threshold_value' }) thresholdValue!: string;
  @Column('text') action!: string;
  /** Counts changes of the threshold: a changed threshold can be crossed again. */
  @Column('integer', { default: 1 }) revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** An alert whose threshold was reached in a billing period; once per period. */
@Entity('billing_alert_crossings')
@Index('billing_alert_crossings_in_force', ['clientId', 'dataEnv', 'periodEnd'])
@Check('billing_alert_crossings_mail_check', `"mail_status" IN ('pending', 'sent', 'failed', 'no_recipient')`)
@ForeignKey(
  () => BillingUsageAlertEntity,
  ['clientId', 'dataEnv', 'alertId'],
  ['clientId', 'dataEnv', 'alertId'],
  { onDelete: 'CASCADE' },
)
export class BillingAlertCrossingEntity extends TenantColumns {
  @PrimaryColumn('uuid', { name: 'alert_id' }) alertId!: string;
  @PrimaryColumn('integer') revision!: number;
  @PrimaryColumn('timestamptz', { name: 'period_start' }) periodStart!: Date;
  /** Exclusive. */
  @Column('timestamptz', { name: 'period_end' }) periodEnd!: Date;
  @Column('timestamptz', { name: 'reached_at' }) reachedAt!: Date;
  /** Usage at the time when the threshold was seen to be reached. */
  @Column('bigint') quantity!: string;
  @Column('text', { name: 'mail_status', default: 'pending' }) mailStatus!: string;
}
