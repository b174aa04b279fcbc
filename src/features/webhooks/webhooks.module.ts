import { Module } from '@nestjs/common';
import { CreateWebhookService } from './endpoints/create-webhook.service.js';
import { EndpointRecords } from './endpoints/endpoint-record.service.js';
import { EndpointTerms } from './endpoints/endpoint-terms.service.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { WebhookRotationService } from './endpoints/webhook-rotation.service.js';
import { WebhookHealthReader } from './lookup/webhook-health.service.js';
import { WebhookSecrets } from './lookup/webhook-secrets.service.js';

/** Where partners are told of calls. */
@Module({
  controllers: [EndpointsController],
  providers: [
    WebhookSecrets,
    WebhookHealthReader,
    EndpointTerms,
    EndpointRecords,
    EndpointsService,
    CreateWebhookService,
    WebhookRotationService,
  ],
})
export class WebhooksModule {}
