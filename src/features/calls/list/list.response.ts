import { ApiProperty } from '@nestjs/swagger';
import { NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CallRowResponse } from '../../call-records/rules/call-row.response.js';

export class CallListPaginationResponse {
  @NullableField('integer', { example: 1, description: 'Null if a cursor was sent.' })
  page!: number | null;

  @ApiProperty({ type: 'integer', example: 20 })
  page_size!: number;

  @NullableField('integer', { example: 1339, description: 'Null with include_total=false.' })
  total_records!: number | null;

  @NullableField('integer', { example: 67, description: 'Null with include_total=false.' })
  total_pages!: number | null;
}

export class CallListResponse {
  @ApiProperty({ type: [CallRowResponse] })
  items!: CallRowResponse[];

  @ApiProperty({ type: CallListPaginationResponse })
  pagination!: CallListPaginationResponse;

  @OptionalField('Cursor of the next page; absent on the last page. Opaque.', {
    example: 'hR3b0Qm1cGv4d2x7aZtYpWzE4NjM1OTk2MDAwMDAsbnVsbF0',
  })
  next_cursor?: string;
}
