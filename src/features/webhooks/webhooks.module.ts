import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { DeliveryPump } from './delivery/delivery-pump.service.js';
import { DeliverySender } from './delivery/delivery-sender.service.js';
import { DeliveryStore } from './delivery/delivery-store.service.js';
import { SendDeliveriesHandler } from './delivery/delivery.work.js';
import { DeliveriesPruner } from './delivery/webhook-days.job.js';
import { CreateWebhookService } from './endpoints/create-webhook.service.js';
import { EndpointRecords } from './endpoints/endpoint-record.service.js';
import { EndpointTerms } from './endpoints/endpoint-terms.service.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { WebhookRotationService } from './endpoints/webhook-rotation.service.js';
import { WebhookDirectory } from './lookup/webhook-directory.service.js';
import { WebhookHealthReader } from './lookup/webhook-health.service.js';
import { WebhookSecrets } from './lookup/webhook-secrets.service.js';

import { EventRelayHandler } from './relay/event-relay.work.js';

/** Where partners are told of calls. */
@Module({
  imports: [CallsModule],
  controllers: [EndpointsController],
  providers: [
    WebhookSecrets,
    WebhookHealthReader,
    EndpointTerms,
    EndpointRecords,
    EndpointsService,
    CreateWebhookService,
    WebhookRotationService,
    WebhookDirectory,
    EventRelayHandler,
    DeliveryStore,
    DeliverySender,
    DeliveryPump,
    SendDeliveriesHandler,
    DeliveriesPruner,
  ],
})
export class WebhooksModule {}
