import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { RECORD_ERROR_CODES, type RecordFault } from './message-record.policy.js';

/** Why one record of a batch was refused. */
export class MessageIngestError implements RecordFault {
  @Field('Position in the batch.', { type: 'integer', minimum: 0, example: 3 })
  index!: number;

  @NullableField(String, { description: 'Null if it cannot be used.' })
  message_id!: string | null;

  @ApiProperty({ enum: RECORD_ERROR_CODES })
  code!: (typeof RECORD_ERROR_CODES)[number];

  @ApiProperty({ example: 'segments' })
  field!: string;

  @Field('Says what is allowed; never repeats the sent value.')
  message!: string;
}

/** POST /internal/v1/messages. The four counts add up to the records sent. */
export class MessageIngestResponse {
  @Field('New messages.', { type: 'integer' })
  accepted!: number;

  @Field('Newer revisions of known messages.', { type: 'integer' })
  updated!: number;

  @Field('Revisions not newer than the stored one; not an error.', { type: 'integer' })
  unchanged!: number;

  @Field('Records that were not stored; each has an error.', { type: 'integer' })
  rejected!: number;

  @ApiProperty({ type: [MessageIngestError] })
  errors!: MessageIngestError[];
}
