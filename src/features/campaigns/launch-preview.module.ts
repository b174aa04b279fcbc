import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { CapacityModule } from '../capacity/capacity.module.js';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { LaunchPreviewController } from './validation/launch-preview.controller.js';
import { LaunchPreviewService } from './validation/launch-preview.service.js';

/** The hours in which contacts of a campaign may be called. */
@Module({
  imports: [CallsModule, CampaignLookupModule, CapacityModule],
  controllers: [LaunchPreviewController],
  providers: [LaunchPreviewService],
})
export class LaunchPreviewModule {}
