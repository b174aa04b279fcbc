import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../../../core/http/pagination.response.js';

/** Capacity of a client or of one of its projects (capacity 5.3). */
export class CapacityItem {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ type: String, nullable: true, description: 'null: the client itself.', example: null })
  project_id!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'null: no limit of its own.',
    example: 50,
  })
  concurrency_limit!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  in_use!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Of its limit, for calls that come in.',
    example: 10,
  })
  reserved_inbound!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'What a dial could take now.', example: 30 })
  available!: number;

  @ApiProperty({
    type: Number,
    minimum: 0,
    nullable: true,
    description: 'Over 100 where calls came in beyond the limit.',
    example: 24,
  })
  utilisation_percent!: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Calls, and contacts of running campaigns, that wait for a slot.',
    example: 0,
  })
  queued!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Slots that were refused to dials.', example: 3 })
  blocked_last_hour!: number;

  @ApiProperty({ format: 'date-time', description: 'When these figures were taken.' })
  updated_at_utc!: string;
}

/** GET /v1/capacity/overview. */
export class CapacityOverviewResponse {
  @ApiProperty({ type: [CapacityItem], description: 'The client first, then its projects by id.' })
  items!: CapacityItem[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
