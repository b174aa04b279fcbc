import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { RECONCILIATION_STATES, type ReconciliationState } from '../rules/reconciliation.policy.js';
import { METERS, type MeterId } from '../rules/charges/usage-charges.policy.js';

export const WINDOW_STATUSES = [
  'open',
  'frozen',
  'submitted',
  'zero',
  'correction_pending',
  'failed',
] as const;
export type WindowStatus = (typeof WINDOW_STATUSES)[number];

/** The usage of one hour (billing 12.1). */
export class AggregationRecord {
  @ApiProperty({ format: 'uuid' })
  record_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS })
  data_env!: DataEnv;

  @ApiProperty({ enum: METERS })
  meter_id!: MeterId;

  @ApiProperty({ format: 'date-time', example: '2026-11-22T09:00:00.000Z' })
  window_start_utc!: string;

  @Field('Exclusive.', { format: 'date-time', example: '2026-11-22T10:00:00.000Z' })
  window_end_utc!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 42 })
  quantity!: number;

  @ApiProperty({ enum: WINDOW_STATUSES })
  status!: WindowStatus;

  @NullableField(String, { description: 'A hash of the sources of the usage.' })
  source_hash!: string | null;

  @NullableField(String, { description: 'The identifier under which it is sent to the provider.' })
  provider_event_id!: string | null;

  @NullableField(String, { format: 'date-time' })
  frozen_at_utc!: string | null;

  @NullableField(String, { format: 'date-time' })
  submitted_at_utc!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  attempt_count!: number;
}

export class AggregationRecordsResponse {
  @Field('Newest first.', { type: [AggregationRecord] })
  aggregation_records!: AggregationRecord[];

  @OptionalField('Cursor of the next page; absent on the last page.')
  next_cursor?: string;
}

/** One comparison of measured, stored and counted usage (billing 12.2). */
export class ReconciliationRecord {
  @ApiProperty({ format: 'uuid' })
  record_id!: string;

  @ApiProperty({ enum: METERS })
  meter_id!: MeterId;

  @ApiProperty({ format: 'date-time' })
  period_start_utc!: string;

  @Field('Exclusive.', { format: 'date-time' })
  period_end_utc!: string;

  @NullableField('integer', { description: 'Null if it could not be counted completely.' })
  source_total!: number | null;

  @ApiProperty({ type: 'integer' })
  stored_total!: number;

  @NullableField('integer')
  provider_total!: number | null;

  @ApiProperty({ enum: RECONCILIATION_STATES })
  state!: ReconciliationState;

  @NullableField('integer')
  delta_source_stored!: number | null;

  @NullableField('integer')
  delta_stored_provider!: number | null;

  @ApiProperty({ format: 'date-time' })
  checked_at_utc!: string;
}

export class ReconciliationRecordsResponse {
  @Field('Newest first.', { type: [ReconciliationRecord] })
  reconciliation_records!: ReconciliationRecord[];

  @OptionalField('Cursor of the next page; absent on the last page.')
  next_cursor?: string;
}
