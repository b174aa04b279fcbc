import { ApiProperty } from '@nestjs/swagger';
import { RECORD_ERROR_CODES } from './message-record.policy.js';
import type { RecordFault } from './message-record.policy.js';

/** Why one record of a batch was refused. */
export class MessageIngestError implements RecordFault {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Position in the batch.', example: 3 })
  index!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Null where it cannot be used.' })
  message_id!: string | null;

  @ApiProperty({ enum: RECORD_ERROR_CODES })
  code!: (typeof RECORD_ERROR_CODES)[number];

  @ApiProperty({ example: 'segments' })
  field!: string;

  @ApiProperty({ description: 'Says what is allowed and never repeats what was sent.' })
  message!: string;
}

/** POST /internal/v1/messages. The four counts add up to the records sent. */
export class MessageIngestResponse {
  @ApiProperty({ type: 'integer', description: 'Messages never seen before.' })
  accepted!: number;

  @ApiProperty({ type: 'integer', description: 'Newer revisions of known messages.' })
  updated!: number;

  @ApiProperty({ type: 'integer', description: 'Revisions not newer than what is known; not an error.' })
  unchanged!: number;

  @ApiProperty({ type: 'integer', description: 'As many as there are errors.' })
  rejected!: number;

  @ApiProperty({ type: [MessageIngestError] })
  errors!: MessageIngestError[];
}
