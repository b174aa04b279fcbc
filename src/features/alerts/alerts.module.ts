import { Module } from '@nestjs/common';
import { AcknowledgeController } from './acknowledge/acknowledge.controller.js';
import { AcknowledgeService } from './acknowledge/acknowledge.service.js';
import { AlertListController } from './list/list.controller.js';
import { AlertListService } from './list/list.service.js';
import { OpenAlerts } from './lookup/open-alerts.service.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';

@Module({
  controllers: [AlertListController, AcknowledgeController, StatusController],
  providers: [OpenAlerts, AlertListService, AcknowledgeService, StatusService],
})
export class AlertsModule {}
