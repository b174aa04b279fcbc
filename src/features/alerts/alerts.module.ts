import { Module } from '@nestjs/common';
import { AcknowledgeController } from './acknowledge/acknowledge.controller.js';
import { AcknowledgeService } from './acknowledge/acknowledge.service.js';
import { AlertCountsController } from './counts/counts.controller.js';
import { AlertListController } from './list/list.controller.js';
import { AlertListService } from './list/list.service.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { AlertCountsReader } from './lookup/alert-counts.service.js';
import { OpenAlerts } from './lookup/open-alerts.service.js';
import { NotifiedOfAlerts } from './lookup/notified-of-alerts.service.js';
import { AlertNoticesJob } from './notices/alert-notices.job.js';
import { AlertNotice } from './notices/alert-notice.js';
import { AlertsForBellJob } from './notices/alerts-for-bell.job.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';

@Module({
  imports: [EmailRoutingModule],
  controllers: [AlertCountsController, AlertListController, AcknowledgeController, StatusController],
  providers: [
    AlertCountsReader,
    OpenAlerts,
    NotifiedOfAlerts,
    AlertListService,
    AcknowledgeService,
    StatusService,
    AlertNoticesJob,
    AlertNotice,
    AlertsForBellJob,
  ],
  exports: [AlertCountsReader],
})
export class AlertsModule {}
