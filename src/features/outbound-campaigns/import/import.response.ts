import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CampaignDetail } from '../snapshot/campaign-detail.response.js';
import { ROW_ERROR_CODES } from './row-error.js';
import type { RowErrorCode } from './row-error.js';

/** What is wrong with a row (campaigns 4.12). */
export class ImportRowError {
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

/** The answer to an import of CSV (campaigns 4.11). */
export class CsvImportResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1998, description: 'New contacts.' })
  accepted_rows!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Rows of contacts that the campaign had already, updated or not.',
  })
  duplicate_rows!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2, description: 'Rows with an error, each once.' })
  rejected_rows!: number;

  @ApiProperty({ type: [ImportRowError] })
  row_errors!: ImportRowError[];

  @ApiProperty({ example: false, description: 'Whether nothing was stored because that was asked for.' })
  dry_run!: boolean;

  @ApiProperty({ type: CampaignDetail, description: 'The campaign behind the import.' })
  campaign!: CampaignDetail;
}

/** The answer to an import of JSON. */
export class JsonImportResponse extends CsvImportResponse {
  @ApiProperty({ example: 'crm' })
  source_id!: string;

  @ApiProperty({ example: '2026-11-22' })
  batch_id!: string;
}
