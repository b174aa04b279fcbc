import { Module } from '@nestjs/common';
import { PublishedRuntimesModule } from '../workspace/published-runtimes.module.js';
import { CreateCampaignController } from './campaigns/create.controller.js';
import { CreateCampaignService } from './campaigns/create.service.js';
import { CampaignDetailController } from './campaigns/detail.controller.js';
import { CampaignDetailService } from './campaigns/detail.service.js';
import { CampaignListController } from './campaigns/list.controller.js';
import { CampaignListService } from './campaigns/list.service.js';
import { UpdateCampaignService } from './campaigns/update.service.js';
import { CampaignAccess } from './lookup/campaign-access.service.js';
import { CampaignDetails } from './snapshot/campaign-details.service.js';

/** Outbound campaigns: whom to call, what allows it, and how far it has come. */
@Module({
  imports: [PublishedRuntimesModule],
  controllers: [
    // First: Nest takes a path for shadowed unless the one that wins over it is declared behind it.
    CampaignDetailController,
    CampaignListController,
    CreateCampaignController,
  ],
  providers: [
    CampaignAccess,
    CampaignDetails,
    CampaignListService,
    CreateCampaignService,
    CampaignDetailService,
    UpdateCampaignService,
  ],
})
export class OutboundCampaignsModule {}
