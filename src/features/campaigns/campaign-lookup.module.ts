import { Module } from '@nestjs/common';
import { CampaignAccess } from './lookup/campaign-access.service.js';
import { CampaignPauses } from './lookup/campaign-pauses.service.js';
import { CampaignStatuses } from './lookup/campaign-status.service.js';
import { DialledCalls } from './lookup/dialled-calls.service.js';
import { OptOuts } from './lookup/opt-outs.service.js';

/**
 * Campaigns for other features. It imports neither capacity nor billing, because they import it.
 */
@Module({
  providers: [CampaignAccess, CampaignStatuses, CampaignPauses, OptOuts, DialledCalls],
  exports: [CampaignAccess, CampaignStatuses, CampaignPauses, OptOuts, DialledCalls],
})
export class CampaignLookupModule {}
