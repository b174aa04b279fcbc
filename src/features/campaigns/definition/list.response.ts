import { ApiProperty } from '@nestjs/swagger';
import { CampaignPagination } from '../rules/pagination.response.js';
import { CampaignSummary } from '../detail/campaign-summary.response.js';

export class CampaignListResponse {
  @ApiProperty({ type: [CampaignSummary] })
  items!: CampaignSummary[];

  @ApiProperty({ type: CampaignPagination })
  pagination!: CampaignPagination;
}
