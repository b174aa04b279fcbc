import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { ExportDownloadController } from './download/download.controller.js';
import { ExportDownloadService } from './download/download.service.js';
import { AccountExportsController } from './jobs/exports.controller.js';
import { AccountExportsService } from './jobs/exports.service.js';
import { ExportedFiles } from './lookup/exported-files.service.js';
import { AuditTrailExport } from './writing/audit-trail.export.js';
import { EndExportsOnErasure } from './writing/caller-erased.listener.js';
import { DeleteExportJob } from './writing/delete-export.job.js';
import { ExportNotice } from './writing/export-notice.js';
import { ExportWriter } from './writing/export-writer.service.js';
import { WriteExportJob } from './writing/write-export.job.js';

/** Exports of all data of a client; each feature contributes its own. */
@Module({
  imports: [DiscoveryModule, EmailRoutingModule],
  controllers: [AccountExportsController, ExportDownloadController],
  providers: [
    ExportedFiles,
    AccountExportsService,
    ExportDownloadService,
    ExportWriter,
    ExportNotice,
    WriteExportJob,
    DeleteExportJob,
    EndExportsOnErasure,
    AuditTrailExport,
  ],
})
export class AccountExportsModule {}
