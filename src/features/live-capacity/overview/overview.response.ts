import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';

/** Capacity of a client or of one of its projects (capacity 5.3). */
export class CapacityItem {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @NullableField(String, { description: 'null: the client itself.', example: null })
  project_id!: string | null;

  @NullableField('integer', { minimum: 0, description: 'null: no separate limit.', example: 50 })
  concurrency_limit!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  in_use!: number;

  @Field('The share of its limit that is reserved for inbound calls.', {
    type: 'integer',
    minimum: 0,
    example: 10,
  })
  reserved_inbound!: number;

  @Field('Slots that are free for dialling now.', { type: 'integer', minimum: 0, example: 30 })
  available!: number;

  @NullableField(Number, {
    minimum: 0,
    description: 'Over 100 if inbound calls exceeded the limit.',
    example: 24,
  })
  utilisation_percent!: number | null;

  @Field('Calls, and contacts of running campaigns, that wait for a slot.', {
    type: 'integer',
    minimum: 0,
    example: 0,
  })
  queued!: number;

  @Field('Calls that were refused because no slot was free.', { type: 'integer', minimum: 0, example: 3 })
  blocked_last_hour!: number;

  @Field('When these figures were measured.', { format: 'date-time' })
  updated_at_utc!: string;
}

export class CapacityOverviewResponse {
  @Field('The client first, then its projects by id.', { type: [CapacityItem] })
  items!: CapacityItem[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
