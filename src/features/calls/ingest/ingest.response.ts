import { ApiProperty } from '@nestjs/swagger';
import { RECORD_ERROR_CODES } from './call-record.policy.js';
import type { RecordError } from './call-record.policy.js';

/** Why one record of a batch was refused. */
export class IngestError implements RecordError {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 3,
    description: 'Position in the batch; blank lines of NDJSON do not count.',
  })
  index!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Null when the record's own call_id cannot be used.",
  })
  call_id!: string | null;

  @ApiProperty({ enum: RECORD_ERROR_CODES, example: 'invalid_value' })
  code!: (typeof RECORD_ERROR_CODES)[number];

  @ApiProperty({ example: 'transfer.attempts.2.kind' })
  field!: string;

  @ApiProperty({ description: 'Says what is allowed and never repeats what was sent.' })
  message!: string;
}

/** POST /internal/v1/calls. The four counts add up to the records sent. */
export class IngestResponse {
  @ApiProperty({ type: 'integer', example: 990, description: 'Calls never seen before.' })
  accepted!: number;

  @ApiProperty({ type: 'integer', example: 7, description: 'Newer revisions of known calls.' })
  updated!: number;

  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Revisions not newer than the stored one; not an error.',
  })
  unchanged!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'As many as there are errors.' })
  rejected!: number;

  @ApiProperty({ type: [IngestError] })
  errors!: IngestError[];
}
