import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** The position of a page of campaigns or contacts (campaigns 2.7 and 3.9). */
export class CampaignPagination {
  @ApiProperty({ type: 'integer', example: 1 })
  page!: number;

  @ApiProperty({ type: 'integer', example: 50 })
  page_size!: number;

  @Field('All records that match the filters.', { type: 'integer', example: 3 })
  total!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  total_pages!: number;
}

/** The totals are correct even for a page past the last one. */
export const campaignPagination = (page: number, pageSize: number, total: number): CampaignPagination => ({
  page,
  page_size: pageSize,
  total,
  total_pages: Math.ceil(total / pageSize),
});
