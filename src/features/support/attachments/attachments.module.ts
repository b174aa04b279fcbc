import { Module } from '@nestjs/common';
import { CallLookupModule } from '../../calls/call-lookup.module.js';
import { SupportLookupModule } from '../support-lookup.module.js';
import { AttachmentsExport } from './account-export/attachments.export.js';
import { AttachmentDownloadController } from './download/download.controller.js';
import { AttachmentDownload } from './download/download.service.js';
import { FinaliseAttachmentController } from './finalise/finalise.controller.js';
import { FinaliseAttachment } from './finalise/finalise.service.js';
import { AttachmentsController } from './list/attachments.controller.js';
import { AttachmentsService } from './list/attachments.service.js';
import { DeleteAttachment } from './list/delete-attachment.service.js';
import { AttachmentAccess } from './lookup/attachment-access.service.js';
import { AttachmentFiles } from './lookup/attachment-files.service.js';
import { ShownAttachments } from './lookup/shown-attachments.service.js';
import { AttachmentPartsController } from './parts/parts.controller.js';
import { AttachmentParts } from './parts/parts.service.js';
import { AttachmentReadinessController } from './readiness/readiness.controller.js';
import { AttachmentScans } from './scanning/attachment-scans.service.js';
import { ClearAttachmentHandler } from './scanning/clear-attachment.work.js';
import { ScanAgain } from './scanning/scan-again.service.js';
import { ScanAttachmentHandler } from './scanning/scan-attachment.work.js';
import { SettleAttachmentHandler } from './scanning/settle-attachment.work.js';
import { AttachmentSessionsController } from './sessions/sessions.controller.js';
import { AttachmentSessions } from './sessions/sessions.service.js';

/** Files of support tickets. */
@Module({
  imports: [CallLookupModule, SupportLookupModule],
  controllers: [
    AttachmentReadinessController,
    AttachmentSessionsController,
    AttachmentsController,
    AttachmentPartsController,
    FinaliseAttachmentController,
    AttachmentDownloadController,
  ],
  providers: [
    AttachmentAccess,
    AttachmentFiles,
    ShownAttachments,
    AttachmentSessions,
    AttachmentParts,
    FinaliseAttachment,
    AttachmentsService,
    DeleteAttachment,
    AttachmentDownload,
    AttachmentScans,
    ScanAgain,
    ScanAttachmentHandler,
    SettleAttachmentHandler,
    ClearAttachmentHandler,
    AttachmentsExport,
  ],
})
export class AttachmentsModule {}
