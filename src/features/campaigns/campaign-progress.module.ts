import { Module } from '@nestjs/common';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { ProgressRights } from './progress/progress-rights.service.js';
import { ProgressStreams } from './progress/progress-streams.service.js';
import { ProgressController } from './progress/progress.controller.js';

/** Live progress of campaigns over a stream. */
@Module({
  imports: [CampaignLookupModule],
  controllers: [ProgressController],
  providers: [ProgressStreams, ProgressRights],
})
export class CampaignProgressModule {}
