import { Module } from '@nestjs/common';
import { CallsExport } from './account-export/calls.export.js';
import { CallLookupModule } from './call-lookup.module.js';
import { ExportCapabilitiesController } from './export/capabilities/capabilities.controller.js';
import { ExportCapabilitiesService } from './export/capabilities/capabilities.service.js';
import { ExportPlans } from './export/export-plans.service.js';
import { ExportReader } from './export/export-reader.service.js';
import { CallExportController } from './export/export.controller.js';
import { ExportService } from './export/export.service.js';
import { ExportGovernanceReader } from './export/governance/export-governance.service.js';
import { PreviewCounter } from './export/preview/preview-counter.service.js';
import { ExportPreviewController } from './export/preview/preview.controller.js';
import { ExportPreviewService } from './export/preview/preview.service.js';
import { ExportAdmission } from './export/runs/export-admission.service.js';
import { ExportRuns } from './export/runs/export-runs.service.js';
import { ProjectsModule } from '../projects/projects.module.js';

@Module({
  imports: [ProjectsModule, CallLookupModule],
  controllers: [CallExportController, ExportPreviewController, ExportCapabilitiesController],
  providers: [
    CallsExport,
    ExportAdmission,
    ExportService,
    ExportPlans,
    ExportReader,
    ExportRuns,
    ExportGovernanceReader,
    ExportPreviewService,
    PreviewCounter,
    ExportCapabilitiesService,
  ],
})
export class CallExportModule {}
