import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ROW_ERROR_CODES } from './row-error.js';
import type { RowError, RowErrorCode } from './row-error.js';

/** What is wrong with a row (campaigns 4.12). */
export class SubmittedRowError {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 2,
    description: 'Counts from 1, in CSV with the header: the first contact is row 2 there, and 1 in JSON.',
  })
  row!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'to_number',
    description: 'Null where the row as a whole is wrong.',
  })
  column!: string | null;

  @ApiProperty({ enum: ROW_ERROR_CODES, example: 'phone_plus_missing' })
  code!: RowErrorCode;

  @ApiProperty({
    example: 'must begin with a plus, which a spreadsheet has dropped',
    description: 'For people; it never repeats what was sent.',
  })
  message!: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['+61491570156'],
    description: 'The words that are allowed, or an example of the form; absent where neither tells more.',
  })
  allowed?: string[];
}

/** An error as it is told. */
export const toRowError = ({ row, column, fault }: RowError): SubmittedRowError => ({
  row,
  column,
  code: fault.code,
  message: fault.message,
  ...(fault.allowed && { allowed: [...fault.allowed] }),
});
