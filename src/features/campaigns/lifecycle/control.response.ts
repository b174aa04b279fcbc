import { ApiProperty } from '@nestjs/swagger';
import { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignValidationResult } from '../detail/campaign-validation.response.js';

/** The campaign after an attempt to launch it, and the findings (campaigns 9.2). */
export class LaunchResponse extends CampaignDetail {
  @ApiProperty({ type: CampaignValidationResult })
  validation!: CampaignValidationResult;
}
