import { Module } from '@nestjs/common';
import { CampaignAccess } from './lookup/campaign-access.service.js';
import { CampaignPauses } from './lookup/campaign-pauses.service.js';
import { CampaignStatuses } from './lookup/campaign-status.service.js';

/** How another feature stops campaigns; it needs no capacity and no billing, as the campaigns themselves do. */
@Module({ providers: [CampaignAccess, CampaignStatuses, CampaignPauses], exports: [CampaignPauses] })
export class CampaignPausesModule {}
