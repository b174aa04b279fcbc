import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one campaign. An id that no campaign can have is a campaign that is not there: 404. */
export class CampaignParams {
  @StringField({ description: 'The campaign.', format: 'uuid' })
  campaign_id!: string;
}
