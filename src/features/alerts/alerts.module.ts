import { Module } from '@nestjs/common';
import { AcknowledgeController } from './acknowledge/acknowledge.controller.js';
import { AcknowledgeService } from './acknowledge/acknowledge.service.js';
import { AlertCountsController } from './counts/counts.controller.js';
import { AlertListController } from './list/list.controller.js';
import { AlertListService } from './list/list.service.js';
import { AlertCountsReader } from './lookup/alert-counts.service.js';
import { OpenAlerts } from './lookup/open-alerts.service.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';

@Module({
  controllers: [AlertCountsController, AlertListController, AcknowledgeController, StatusController],
  providers: [AlertCountsReader, OpenAlerts, AlertListService, AcknowledgeService, StatusService],
  exports: [AlertCountsReader],
})
export class AlertsModule {}
