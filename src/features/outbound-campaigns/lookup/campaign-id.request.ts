import { IsString } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';

/** The path of a route about one campaign. An id that no campaign can have is a campaign that is not there: 404. */
export class CampaignParams {
  @Field('The campaign.', { format: 'uuid' })
  @IsString()
  campaign_id!: string;
}
