import { Module } from '@nestjs/common';
import { BillingProviderModule } from './billing-provider.module.js';
import { InvoicesModule } from './invoices.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { UsageCorrections } from './corrections/corrections.service.js';
import { MeteringJob } from './metering/metering.job.js';
import { MeteringService } from './metering/metering.service.js';
import { BillingOverviewController } from './overview/overview.controller.js';
import { BillingOverviewService } from './overview/overview.service.js';
import { PortalSessionController } from './portal-session/portal-session.controller.js';
import { PortalSessionService } from './portal-session/portal-session.service.js';
import { ProviderEventsController } from './provider-events/provider-events.controller.js';
import { ProviderEventsService } from './provider-events/provider-events.service.js';
import { BillingReadiness } from './readiness/billing-readiness.js';
import { ReconciliationJob } from './reconciliation/reconciliation.job.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { RecipientsController } from './recipients/recipients.controller.js';
import { RecipientsService } from './recipients/recipients.service.js';
import { MeteringRecordsController } from './records/records.controller.js';
import { MeteringRecordsService } from './records/records.service.js';
import { BillingSetup } from './setup/billing-setup.service.js';
import { AlertMailJob } from './usage-alerts/alert-mail.job.js';
import { UsageAlertsController } from './usage-alerts/usage-alerts.controller.js';
import { UsageAlertsJob } from './usage-alerts/usage-alerts.job.js';
import { UsageAlertsService } from './usage-alerts/usage-alerts.service.js';
import { UsageWatch } from './usage-alerts/watching.service.js';
import { UsageCapsModule } from './usage-caps.module.js';
import { BillingExport } from './account-export/billing.export.js';

/** Charges, usage, alerts and invoices of clients. */
@Module({
  imports: [BillingProviderModule, InvoicesModule, CallsModule, MessagesModule, UsageCapsModule],
  controllers: [
    BillingOverviewController,
    RecipientsController,
    PortalSessionController,
    MeteringRecordsController,
    ProviderEventsController,
    UsageAlertsController,
  ],
  providers: [
    BillingExport,
    BillingOverviewService,
    RecipientsService,
    PortalSessionService,
    MeteringRecordsService,
    MeteringService,
    MeteringJob,
    UsageCorrections,
    ReconciliationService,
    ReconciliationJob,
    ProviderEventsService,
    BillingReadiness,
    BillingSetup,
    UsageAlertsService,
    UsageWatch,
    UsageAlertsJob,
    AlertMailJob,
  ],
  exports: [BillingReadiness],
})
export class BillingModule {}
