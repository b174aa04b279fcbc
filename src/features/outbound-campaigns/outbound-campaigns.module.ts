import { Module } from '@nestjs/common';
import { CampaignAccess } from './lookup/campaign-access.service.js';

/** Outbound campaigns: whom to call, what allows it, and how far it has come. */
@Module({
  providers: [CampaignAccess],
})
export class OutboundCampaignsModule {}
