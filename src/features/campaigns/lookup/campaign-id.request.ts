import { StringField } from '../../../core/http/fields/field-kinds.js';

/**
 * The path of a route about one campaign. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class CampaignParams {
  @StringField({ description: 'The campaign.', format: 'uuid' })
  campaign_id!: string;
}
