import { Module } from '@nestjs/common';
import { CampaignAccess } from './lookup/campaign-access.service.js';
import { CampaignStatuses } from './lookup/campaign-status.service.js';
import { DialledCalls } from './lookup/dialled-calls.service.js';
import { OptOuts } from './lookup/opt-outs.service.js';

/** Campaigns for other features. */
@Module({
  providers: [CampaignAccess, CampaignStatuses, OptOuts, DialledCalls],
  exports: [CampaignAccess, CampaignStatuses, OptOuts, DialledCalls],
})
export class CampaignLookupModule {}
