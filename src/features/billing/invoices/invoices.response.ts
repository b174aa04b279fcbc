import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { INVOICE_STATUSES, type InvoiceStatus } from '../provider/billing-provider.js';

/** An invoice in responses (billing 8.1); amounts are in major units. */
export class InvoiceRecord {
  @ApiProperty({ format: 'uuid', example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  invoice_id!: string;

  @NullableField(String, { description: 'Null until it is issued.', example: 'ACME-0007' })
  number!: string | null;

  @ApiProperty({ enum: INVOICE_STATUSES })
  status!: InvoiceStatus;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @ApiProperty({ type: 'number', example: 249 })
  total_amount!: number;

  @ApiProperty({ type: 'number', example: 249 })
  amount_due!: number;

  @ApiProperty({ type: 'number', example: 0 })
  amount_paid!: number;

  @ApiProperty({ type: 'number', example: 249 })
  amount_remaining!: number;

  @NullableField(String, { format: 'date-time', example: '2026-11-01T00:00:00.000Z' })
  issued_at!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-15T00:00:00.000Z' })
  due_date!: string | null;

  @NullableField(String, { format: 'date-time', example: null })
  paid_at!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-10-01T00:00:00.000Z' })
  period_start!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-01T00:00:00.000Z' })
  period_end!: string;

  @Field('Whether a file is available.')
  pdf_available!: boolean;

  @NullableField(String, { example: 'October' })
  description!: string | null;
}

export class InvoiceListResponse {
  @Field('Newest first.', { type: [InvoiceRecord] })
  invoices!: InvoiceRecord[];

  @OptionalField('Only if there are more.')
  next_page_token?: string;
}
