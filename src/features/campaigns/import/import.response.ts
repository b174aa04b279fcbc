import { ApiProperty } from '@nestjs/swagger';
import { SubmittedRowError } from '../contact-rows/row-error.response.js';
import { CampaignDetail } from '../detail/campaign-detail.response.js';

/** The answer to an import of CSV (campaigns 4.11). */
export class CsvImportResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1998, description: 'New contacts.' })
  accepted_rows!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Rows of contacts that the campaign already has, updated or not.',
  })
  duplicate_rows!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 2,
    description: 'Rows with an error, each counted once.',
  })
  rejected_rows!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description:
      'Accepted rows and updates whose number the campaign calls for another contact; they are not ' +
      'callable, with the reason number_repeated.',
  })
  number_repeated_rows!: number;

  @ApiProperty({ type: [SubmittedRowError] })
  row_errors!: SubmittedRowError[];

  @ApiProperty({ example: false, description: 'Whether nothing was stored because dry_run was true.' })
  dry_run!: boolean;

  @ApiProperty({ type: CampaignDetail, description: 'The campaign after the import.' })
  campaign!: CampaignDetail;
}

export class JsonImportResponse extends CsvImportResponse {
  @ApiProperty({ example: 'crm' })
  source_id!: string;

  @ApiProperty({ example: '2026-11-22' })
  batch_id!: string;
}
