import { Module } from '@nestjs/common';
import { CampaignsExport } from './account-export/campaigns.export.js';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { ContactListController } from './contacts/contacts.controller.js';
import { ContactListService } from './contacts/contacts.service.js';
import { CampaignDetails } from './detail/campaign-details.service.js';
import { ContactImportService } from './import/contact-import.service.js';
import { ImportReader } from './import/import-reader.service.js';
import { ContactSealer } from './import/contact-sealer.service.js';
import { ContactWriter } from './import/contact-writer.service.js';
import { ContactImportController } from './import/import.controller.js';
import { WashRecordController } from './registry-wash/wash-record.controller.js';
import { WashRecordService } from './registry-wash/wash-record.service.js';
import { WashResultsController } from './registry-wash/wash-results.controller.js';
import { WashResultsService } from './registry-wash/wash-results.service.js';
import { SuppressionRemovalService } from './suppressions/removal.service.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { SuppressionsService } from './suppressions/suppressions.service.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { ProjectsModule } from '../projects/projects.module.js';

/** The contacts of campaigns: import, registry wash and suppressions. */
@Module({
  imports: [CampaignLookupModule, DiallingModule, ProjectsModule],
  controllers: [
    ContactListController,
    WashRecordController,
    WashResultsController,
    SuppressionsController,
    ContactImportController,
  ],
  providers: [
    CampaignsExport,
    CampaignDetails,
    ContactListService,
    ContactImportService,
    ImportReader,
    ContactSealer,
    ContactWriter,
    WashRecordService,
    WashResultsService,
    SuppressionsService,
    SuppressionRemovalService,
  ],
  exports: [CampaignDetails, DiallingModule],
})
export class CampaignContactsModule {}
