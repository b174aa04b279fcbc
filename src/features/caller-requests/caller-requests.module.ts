import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { ContactErasureModule } from '../campaigns/contact-erasure.module.js';
import { SupportCallerDataModule } from '../support/support-caller-data.module.js';
import { CreateCallerRequestController } from './create/create.controller.js';
import { CreateCallerRequestService } from './create/create.service.js';
import { CallerRequestCsvController } from './csv/csv.controller.js';
import { CallerRequestCsvService } from './csv/csv.service.js';
import { CallerRequestDetailController } from './detail/detail.controller.js';
import { CallerRequestDetailService } from './detail/detail.service.js';
import { CallerRequestListController } from './list/list.controller.js';
import { CallerRequestListService } from './list/list.service.js';
import { OpenCountController } from './open-count/open-count.controller.js';
import { OpenCountService } from './open-count/open-count.service.js';
import { CallerData } from './processing/caller-data.service.js';
import { CallerDataErasure } from './processing/erase.job.js';
import { CallerDataSearch } from './processing/search.job.js';
import { TransitionController } from './transitions/transition.controller.js';
import { TransitionService } from './transitions/transition.service.js';
import { CallerRequestsExport } from './account-export/caller-requests.export.js';

@Module({
  imports: [CallsModule, ContactErasureModule, SupportCallerDataModule],
  controllers: [
    // Comes first: Nest considers a path shadowed unless the one that takes precedence is declared
    // after it.
    CallerRequestDetailController,
    CallerRequestListController,
    OpenCountController,
    CreateCallerRequestController,
    TransitionController,
    CallerRequestCsvController,
  ],
  providers: [
    CallerRequestsExport,
    CallerRequestListService,
    OpenCountService,
    CreateCallerRequestService,
    TransitionService,
    CallerRequestCsvService,
    CallerRequestDetailService,
    CallerData,
    CallerDataSearch,
    CallerDataErasure,
  ],
})
export class CallerRequestsModule {}
