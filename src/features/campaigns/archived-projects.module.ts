import { Module } from '@nestjs/common';
import { ArchivedProjects } from './archived-projects/archived-projects.job.js';
import { StopDiallingOnProjectArchived } from './archived-projects/project-archived.listener.js';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { ProjectsModule } from '../projects/projects.module.js';

@Module({
  imports: [CampaignLookupModule, ProjectsModule],
  providers: [ArchivedProjects, StopDiallingOnProjectArchived],
})
export class ArchivedProjectsModule {}
