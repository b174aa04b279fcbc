import { ApiProperty } from '@nestjs/swagger';
import type { DataEnv } from '../../../core/kernel/auth-context.js';
import { DATA_ENVS } from '../../../core/kernel/auth-context.js';
import { RECONCILIATION_STATES } from '../rules/reconciliation.policy.js';
import type { ReconciliationState } from '../rules/reconciliation.policy.js';
import { METERS } from '../rules/usage-charges.policy.js';
import type { MeterId } from '../rules/usage-charges.policy.js';

const WINDOW_STATUSES = ['open', 'frozen', 'submitted', 'zero', 'correction_pending', 'failed'] as const;
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

  @ApiProperty({ format: 'date-time', description: 'Exclusive.', example: '2026-11-22T10:00:00.000Z' })
  window_end_utc!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 42 })
  quantity!: number;

  @ApiProperty({ enum: WINDOW_STATUSES })
  status!: WindowStatus;

  @ApiProperty({ type: String, nullable: true, description: 'What the usage was counted from, as a hash.' })
  source_hash!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The identifier it is told to the provider by.' })
  provider_event_id!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  frozen_at_utc!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  submitted_at_utc!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  attempt_count!: number;
}

/** GET /v1/billing/metered/aggregation-records. */
export class AggregationRecordsResponse {
  @ApiProperty({ type: [AggregationRecord], description: 'The newest 1,500, newest first.' })
  aggregation_records!: AggregationRecord[];
}

/** One comparison of what was used, stored and counted (billing 12.2). */
export class ReconciliationRecord {
  @ApiProperty({ format: 'uuid' })
  record_id!: string;

  @ApiProperty({ enum: METERS })
  meter_id!: MeterId;

  @ApiProperty({ format: 'date-time' })
  period_start_utc!: string;

  @ApiProperty({ format: 'date-time', description: 'Exclusive.' })
  period_end_utc!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null where it could not be counted as a whole.',
  })
  source_total!: number | null;

  @ApiProperty({ type: 'integer' })
  stored_total!: number;

  @ApiProperty({ type: 'integer', nullable: true })
  provider_total!: number | null;

  @ApiProperty({ enum: RECONCILIATION_STATES })
  state!: ReconciliationState;

  @ApiProperty({ type: 'integer', nullable: true })
  delta_source_stored!: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  delta_stored_provider!: number | null;

  @ApiProperty({ format: 'date-time' })
  checked_at_utc!: string;
}

/** GET /v1/billing/metered/reconciliation-records. */
export class ReconciliationRecordsResponse {
  @ApiProperty({ type: [ReconciliationRecord], description: 'The newest 1,500, newest first.' })
  reconciliation_records!: ReconciliationRecord[];
}
