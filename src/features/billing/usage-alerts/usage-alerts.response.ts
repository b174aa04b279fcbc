import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { ALERT_ACTIONS, THRESHOLD_TYPES } from '../rules/usage-alert.policy.js';
import type { AlertAction, ThresholdType } from '../rules/usage-alert.policy.js';
import { METERS, type MeterId } from '../rules/charges/usage-charges.policy.js';

export const MAIL_STATUSES = ['pending', 'sent', 'failed', 'no_recipient'] as const;

/** When an alert was last reached. */
export class UsageAlertCrossing {
  @ApiProperty({ format: 'date-time' })
  period_start!: string;

  @Field('Exclusive.', { format: 'date-time' })
  period_end!: string;

  @ApiProperty({ format: 'date-time' })
  reached_at!: string;

  @Field('Units used at that time.', { type: 'integer', minimum: 0, example: 400 })
  quantity!: number;

  @Field('The status of the email about it.', { enum: MAIL_STATUSES })
  mail_status!: (typeof MAIL_STATUSES)[number];
}

/** billing 16.1. */
export class UsageAlert {
  @ApiProperty({ format: 'uuid' })
  alert_id!: string;

  @ApiProperty({ enum: METERS })
  meter_id!: MeterId;

  @NullableField(String, { description: 'Null: all projects together.' })
  project_id!: string | null;

  @ApiProperty({ enum: THRESHOLD_TYPES })
  threshold_type!: ThresholdType;

  @ApiProperty({ type: 'integer', minimum: 1, example: 80 })
  threshold_value!: number;

  @ApiProperty({ enum: ALERT_ACTIONS })
  action!: AlertAction;

  @Field('Whether it currently keeps campaigns from running.', { example: false })
  is_capping!: boolean;

  @NullableField(UsageAlertCrossing, {
    example: {
      period_start: '2026-11-01T00:00:00.000Z',
      period_end: '2026-12-01T00:00:00.000Z',
      reached_at: '2026-11-20T03:05:00.000Z',
      quantity: 400,
      mail_status: 'sent',
    },
  })
  last_reached!: UsageAlertCrossing | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class UsageAlertsResponse {
  @Field('In the order in which they were created.', { type: [UsageAlert] })
  usage_alerts!: UsageAlert[];
}

export class RemovedUsageAlertResponse {
  @ApiProperty({ format: 'uuid' })
  alert_id!: string;

  @ApiProperty({ enum: ['deleted'] })
  status!: 'deleted';
}
