import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { RECORD_ERROR_CODES, RECORD_WARNING_CODES } from './call-record.policy.js';
import type { RecordError, RecordWarning } from './call-record.policy.js';

/** Why one record of a batch was refused. */
export class IngestError implements RecordError {
  @Field('Position in the batch; blank lines of NDJSON do not count.', {
    type: 'integer',
    minimum: 0,
    example: 3,
  })
  index!: number;

  @NullableField(String, { description: "Null when the record's own call_id cannot be used." })
  call_id!: string | null;

  @ApiProperty({ enum: RECORD_ERROR_CODES, example: 'invalid_value' })
  code!: (typeof RECORD_ERROR_CODES)[number];

  @ApiProperty({ example: 'transfer.attempts.2.kind' })
  field!: string;

  @Field('Says what is allowed; never repeats the sent value.')
  message!: string;
}

/** Why a field of a stored record counts as absent. */
export class IngestWarning implements RecordWarning {
  @Field('Position in the batch, as in errors.', { type: 'integer', minimum: 0, example: 5 })
  index!: number;

  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @ApiProperty({ enum: RECORD_WARNING_CODES, example: 'unknown_version' })
  code!: (typeof RECORD_WARNING_CODES)[number];

  @ApiProperty({ example: 'version_number' })
  field!: string;

  @Field('Says what is allowed and what was stored instead; never repeats the sent value.')
  message!: string;
}

/** POST /internal/v1/calls. The four counts add up to the records sent. */
export class IngestResponse {
  @Field('New calls.', { type: 'integer', example: 990 })
  accepted!: number;

  @Field('Newer revisions of known calls.', { type: 'integer', example: 7 })
  updated!: number;

  @Field('Revisions not newer than the stored one; not an error.', { type: 'integer', example: 2 })
  unchanged!: number;

  @Field('Records that were not stored; each has an error.', { type: 'integer', example: 1 })
  rejected!: number;

  @ApiProperty({ type: [IngestError] })
  errors!: IngestError[];

  @Field('Fields that count as absent, of records that are not refused.', { type: [IngestWarning] })
  warnings!: IngestWarning[];
}
