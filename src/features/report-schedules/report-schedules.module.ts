import { Module } from '@nestjs/common';
import { CallAnalyticsModule } from '../calls/call-analytics.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { DueReportsJob } from './delivery/due-reports.job.js';
import { ReportSchedulesExport } from './account-export/report-schedules.export.js';
import { DeliveryEndings } from './delivery/delivery-endings.service.js';
import { MailEndedListener } from './delivery/mail-ended.listener.js';
import { SendReportJob } from './delivery/send-report.job.js';
import { ScheduleOwners } from './lookup/schedule-owners.service.js';
import { ReportFigureReader } from './lookup/report-figures.service.js';
import { ReportNotice } from './lookup/report-notice.js';
import { ReportReader } from './lookup/report-reader.service.js';
import { ReportPreviews } from './schedules/previews.service.js';
import { ReportSamples } from './schedules/samples.service.js';
import { ReportSchedulesController } from './schedules/schedules.controller.js';
import { ReportSchedulesService } from './schedules/schedules.service.js';
import { ReportTrialsController } from './schedules/trials.controller.js';

/** Reports that are mailed after each day, week or month. */
@Module({
  imports: [CallAnalyticsModule, CallsModule, CampaignsModule, EmailRoutingModule, MessagesModule],
  controllers: [ReportSchedulesController, ReportTrialsController],
  providers: [
    ReportSchedulesExport,
    ReportSchedulesService,
    ReportPreviews,
    ReportSamples,
    ReportFigureReader,
    ReportReader,
    ReportNotice,
    ScheduleOwners,
    DeliveryEndings,
    MailEndedListener,
    DueReportsJob,
    SendReportJob,
  ],
})
export class ReportSchedulesModule {}
