import { Module } from '@nestjs/common';
import { ArchivedProjects } from './archived-projects/archived-projects.job.js';
import { StopDiallingOnProjectArchived } from './archived-projects/project-archived.listener.js';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CappedCampaigns } from './usage-caps/capped-campaigns.job.js';
import { PauseCampaignsOnUsageCapped } from './usage-caps/usage-capped.listener.js';

/** Stops campaigns for reasons from outside: an archived project, or capped usage. */
@Module({
  imports: [CampaignLookupModule, ProjectsModule],
  providers: [ArchivedProjects, StopDiallingOnProjectArchived, CappedCampaigns, PauseCampaignsOnUsageCapped],
})
export class CampaignStopsModule {}
