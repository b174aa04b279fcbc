import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  DELIVERY_STATUSES,
  FAILURE_CODES,
  FREQUENCIES,
  PAUSE_REASONS,
  REPORTS,
  SCHEDULE_STATUSES,
  type DeliveryStatus,
  type FailureCode,
  type Frequency,
  type PauseReason,
  type ReportName,
  type ScheduleStatus,
} from '../rules/report-words.js';

export class ReportDelivery {
  @ApiProperty({ format: 'uuid', example: '0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c' })
  delivery_id!: string;

  @Field('The first local day of the period.', { format: 'date', example: '2026-11-16' })
  period_from!: string;

  @Field('The last local day of the period.', { format: 'date', example: '2026-11-22' })
  period_until!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-15T13:00:00.000Z' })
  period_start_utc!: string;

  @Field('Exclusive.', { format: 'date-time', example: '2026-11-22T13:00:00.000Z' })
  period_end_utc!: string;

  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'sent' })
  status!: DeliveryStatus;

  @NullableField(String, { format: 'date-time', example: '2026-11-22T21:00:04.000Z' })
  sent_at_utc!: string | null;

  @Field('Recipients to whom the email was sent.', { example: 2 })
  mails_sent!: number;

  @NullableField(String, { enum: FAILURE_CODES, example: null, description: 'Why it failed.' })
  failure_code!: FailureCode | null;
}

export class ReportSchedule {
  @ApiProperty({ format: 'uuid' })
  schedule_id!: string;

  @ApiProperty({ example: "Last week's calls" })
  name!: string;

  @ApiProperty({ enum: REPORTS, example: 'overview' })
  report!: ReportName;

  @Field('None: all projects that the owner sees.', { type: [String], example: [] })
  project_ids!: readonly string[];

  @ApiProperty({ enum: FREQUENCIES, example: 'weekly' })
  frequency!: Frequency;

  @ApiProperty({ example: '08:00' })
  send_at_local!: string;

  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @Field('Address ids. An address that is no longer verified gets no email.', {
    type: [String],
    example: ['0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c'],
  })
  recipients!: readonly string[];

  @ApiProperty({ example: false })
  skip_empty!: boolean;

  @Field('failing: the report on the last period could not be sent; the next one is tried.', {
    enum: SCHEDULE_STATUSES,
    example: 'active',
  })
  status!: ScheduleStatus;

  @NullableField(String, { enum: PAUSE_REASONS, example: null, description: 'Null unless it is paused.' })
  pause_reason!: PauseReason | null;

  @Field('The user id of the person with whose rights the figures are read.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  owner_id!: string;

  @NullableField(String, {
    format: 'date-time',
    example: '2026-11-29T21:00:00.000Z',
    description: 'Null while it is paused.',
  })
  next_run_at_utc!: string | null;

  @NullableField(ReportDelivery)
  last_delivery!: ReportDelivery | null;

  @Field('For If-Match; another one after each change.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  created_at_utc!: string;
}

export class ReportRecipient {
  @ApiProperty({ format: 'uuid' })
  address_id!: string;

  @ApiProperty({ example: 'Front desk' })
  label!: string;

  @ApiProperty({ example: 'd***@e***.com' })
  email_masked!: string;
}

export class ReportSchedulesResponse {
  @Field('All of your party for an administrator, your own for everyone else.', { type: [ReportSchedule] })
  items!: readonly ReportSchedule[];

  @Field('The reports that your role may schedule.', { enum: REPORTS, isArray: true, example: ['overview'] })
  reports!: readonly ReportName[];

  @Field('The verified addresses of your party.', { type: [ReportRecipient] })
  recipients!: readonly ReportRecipient[];
}

export class ReportDeliveriesResponse {
  @Field('The 100 newest periods, newest first.', { type: [ReportDelivery] })
  items!: readonly ReportDelivery[];
}

export class ReportRow {
  @ApiProperty({ example: 'Calls' })
  label!: string;

  @ApiProperty({ example: 208 })
  value!: number;
}

export class ReportChart {
  @ApiProperty({ example: 'Calls by day' })
  title!: string;

  @ApiProperty({ type: [ReportRow] })
  rows!: readonly ReportRow[];
}

export class ReportPreview {
  @ApiProperty({ example: "Last week's calls: 16 to 22 November 2026" })
  subject!: string;

  @Field('The email as HTML, without scripts and external files.', { example: '<!doctype html>' })
  html!: string;

  @Field('The figures at the top of the email.', { type: [ReportRow] })
  headline!: readonly ReportRow[];

  @Field('The charts below them, bar by bar.', { type: [ReportChart] })
  charts!: readonly ReportChart[];

  @ApiProperty({ format: 'date', example: '2026-11-16' })
  period_from!: string;

  @ApiProperty({ format: 'date', example: '2026-11-22' })
  period_until!: string;

  @Field('Whether nothing happened in the period.', { example: false })
  is_empty!: boolean;
}

export class ReportSampleResponse {
  @ApiProperty({ format: 'uuid' })
  schedule_id!: string;

  @ApiProperty({ format: 'date', example: '2026-11-16' })
  period_from!: string;

  @ApiProperty({ format: 'date', example: '2026-11-22' })
  period_until!: string;

  @Field('How many addresses it is sent to.', { type: 'integer', example: 2 })
  recipients!: number;
}

export class DeletedScheduleResponse {
  @ApiProperty({ format: 'uuid' })
  schedule_id!: string;

  @ApiProperty({ enum: [true] })
  deleted!: true;
}
