import { ApiProperty } from '@nestjs/swagger';
import { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignValidationResult } from '../detail/campaign-validation.response.js';

/** The campaign behind an attempt to launch it, and what its validation found (campaigns 9.2). */
export class LaunchResponse extends CampaignDetail {
  @ApiProperty({ type: CampaignValidationResult })
  validation!: CampaignValidationResult;
}
