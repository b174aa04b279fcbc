import { ApiProperty } from '@nestjs/swagger';

/** Open requests by due_state. */
export class DueStateCounts {
  @ApiProperty({ type: 'integer', minimum: 0, example: 4 })
  normal!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  urgent!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  overdue!: number;
}

/** GET /v1/compliance/caller-requests/open-count. */
export class OpenCountResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Requests that are not completed, cancelled or unable_to_verify.',
    example: 7,
  })
  open_count!: number;

  @ApiProperty({ type: DueStateCounts, description: 'The same requests by due_state.' })
  due_state_counts!: DueStateCounts;
}
