import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The path of a route about one campaign. An id that no campaign can have is a campaign that is not there: 404. */
export class CampaignParams {
  @ApiProperty({ description: 'The campaign.', format: 'uuid' })
  @IsString()
  campaign_id!: string;
}
