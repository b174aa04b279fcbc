import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { ROW_ERROR_CODES, type RowError, type RowErrorCode } from './row-error.js';

/** An error in a row (campaigns 4.12). */
export class SubmittedRowError {
  @Field(
    'Counts from 1 and includes the header in CSV: the first contact is row 2 in CSV and row 1 in JSON.',
    {
      type: 'integer',
      minimum: 1,
      example: 2,
    },
  )
  row!: number;

  @NullableField(String, { example: 'to_number', description: 'Null if the whole row is invalid.' })
  column!: string | null;

  @ApiProperty({ enum: ROW_ERROR_CODES, example: 'phone_plus_missing' })
  code!: RowErrorCode;

  @Field('For people; never repeats the sent value.', {
    example: 'must begin with a plus, which a spreadsheet has dropped',
  })
  message!: string;

  @OptionalField('The allowed values, or an example of the format; absent if neither helps.', {
    type: [String],
    example: ['+61491570156'],
  })
  allowed?: string[];
}

export const toRowError = ({ row, column, fault }: RowError): SubmittedRowError => ({
  row,
  column,
  code: fault.code,
  message: fault.message,
  ...(fault.allowed && { allowed: [...fault.allowed] }),
});
