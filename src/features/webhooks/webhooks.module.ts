import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { DeliverySender } from './delivery/delivery-sender.service.js';
import { DeliveryStore } from './delivery/delivery-store.service.js';
import { SendDeliveriesHandler } from './delivery/send-deliveries.work.js';
import { SnapshotReader } from './delivery/snapshot-reader.service.js';
import { DeliveriesPruner } from './history/webhook-days.job.js';
import { ClientWebhooksController } from './endpoints/client-webhooks.controller.js';
import { CreateWebhookService } from './endpoints/create-webhook.service.js';
import { EndpointRecords } from './endpoints/endpoint-record.service.js';
import { EndpointTerms } from './endpoints/endpoint-terms.service.js';
import { EventTypesController } from './event-types/event-types.controller.js';
import { DeliveryHistoryController } from './history/history.controller.js';
import { DeliveryHistoryService } from './history/history.service.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { ReceiverStates } from './endpoints/receiver-states.service.js';
import { WaitingDeliveries } from './endpoints/waiting-deliveries.service.js';
import { WebhookRotationService } from './endpoints/webhook-rotation.service.js';
import { WebhookTargets } from './lookup/webhook-targets.service.js';
import { WebhookDirectory } from './lookup/webhook-directory.service.js';
import { WebhookHealthReader } from './lookup/webhook-health.service.js';
import { WebhookSecrets } from './lookup/webhook-secrets.service.js';

import { RecoveryController } from './recovery/recovery.controller.js';
import { RecoveryService } from './recovery/recovery.service.js';
import { EventRelayHandler } from './relay/event-relay.work.js';
import { WebhookTrialController } from './trial/trial.controller.js';
import { WebhookTrialService } from './trial/trial.service.js';
import { WebhooksExport } from './account-export/webhooks.export.js';

/** Webhooks notify partners of calls. */
@Module({
  imports: [CallsModule],
  controllers: [
    // First, because Nest reports a path as shadowed unless the path that takes precedence is
    // declared after it.
    DeliveryHistoryController,
    EventTypesController,
    EndpointsController,
    ClientWebhooksController,
    WebhookTrialController,
    RecoveryController,
  ],
  providers: [
    WebhooksExport,
    WebhookSecrets,
    WebhookHealthReader,
    EndpointTerms,
    ReceiverStates,
    EndpointRecords,
    EndpointsService,
    WaitingDeliveries,
    CreateWebhookService,
    WebhookRotationService,
    WebhookDirectory,
    WebhookTargets,
    DeliveryHistoryService,
    WebhookTrialService,
    RecoveryService,
    EventRelayHandler,
    DeliveryStore,
    DeliverySender,
    SnapshotReader,
    SendDeliveriesHandler,
    DeliveriesPruner,
  ],
})
export class WebhooksModule {}
