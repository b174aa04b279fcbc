import { Module } from '@nestjs/common';
import { AssignmentsController } from './assignments/assignments.controller.js';
import { AssignmentsService } from './assignments/assignments.service.js';
import { CreateProjectController } from './create/create.controller.js';
import { CreateProjectService } from './create/create.service.js';
import { ProjectDirectoryController } from './directory/directory.controller.js';
import { ProjectDirectoryService } from './directory/directory.service.js';
import { ProjectFacts } from './directory/project-facts.service.js';
import { BillingSummaryService } from './legacy/billing-summary.service.js';
import { LegacyBillingController } from './legacy/legacy-billing.controller.js';
import { LegacyBillingService } from './legacy/legacy-billing.service.js';
import { LifecycleController } from './lifecycle/lifecycle.controller.js';
import { LifecycleService } from './lifecycle/lifecycle.service.js';
import { ProjectPublication } from './lifecycle/project-publication.service.js';
import { ProjectMutations } from './snapshot/project-mutations.service.js';
import { ProjectSnapshots } from './snapshot/snapshots.service.js';
import { ProjectsExport } from './account-export/projects.export.js';

/** Projects: their lifecycle, and the people who see them. */
@Module({
  controllers: [
    CreateProjectController,
    LifecycleController,
    AssignmentsController,
    ProjectDirectoryController,
    LegacyBillingController,
  ],
  providers: [
    ProjectsExport,
    ProjectFacts,
    ProjectSnapshots,
    ProjectMutations,
    CreateProjectService,
    LifecycleService,
    ProjectPublication,
    AssignmentsService,
    ProjectDirectoryService,
    LegacyBillingService,
    BillingSummaryService,
  ],
  exports: [ProjectFacts, ProjectPublication],
})
export class ProjectsModule {}
