import { defineFeature } from '../../core/registry/feature.js';
import { WebhookDeliveryEntity, WebhookPositionEntity, WebhookQueueEntity } from './deliveries.entities.js';
import { PRUNE_DELIVERIES } from './delivery/webhook-days.job.js';
import { WebhookEndpoints1764600000000 } from './migrations/1764600000000-webhook-endpoints.js';
import { WebhookHealth1764600000000 } from './migrations/1764600000000-webhook-health.js';
import { WebhookDeliveries1764600001000 } from './migrations/1764600001000-webhook-deliveries.js';
import { WebhookQueueIndexes1764600001010 } from './migrations/1764600001010-webhook-queue-indexes.js';
import { WebhookPermissions1764600001000 } from './migrations/1764600001000-webhook-permissions.js';
import { WebhookRoomInPages1764800060000 } from './migrations/1764800060000-webhook-room-in-pages.js';
import { WebhookRoomForAll1765000000000 } from './migrations/1765000000000-webhook-room-for-all.js';
import { WebhookActivation1765100000000 } from './migrations/1765100000000-webhook-activation.js';
import { WebhookQueueActivation1765100000000 } from './migrations/1765100000000-webhook-queue-activation.js';
import { WEBHOOK_ACTIONS } from './webhooks.audit.js';
import { WebhookEndpointEntity, WebhookHealthEntity } from './webhooks.entities.js';
import { WEBHOOK_ERRORS } from './webhooks.errors.js';
import { WebhooksModule } from './webhooks.module.js';

export const feature = defineFeature({
  folder: 'features/webhooks',
  module: WebhooksModule,
  entities: {
    metadata: [WebhookEndpointEntity],
    tenant: [WebhookHealthEntity, WebhookDeliveryEntity, WebhookQueueEntity, WebhookPositionEntity],
  },
  uses: {
    // Whether a project may be given webhooks, under the lock that counts them.
    projects: 'reads',
    // What a webhook has missed is one question about events and deliveries.
    call_events: 'reads',
    // An event whose call still has a mark of the relay is not missed, but about to be told.
    work_marks: 'reads',
  },
  migrations: {
    metadata: [
      WebhookEndpoints1764600000000,
      WebhookPermissions1764600001000,
      WebhookActivation1765100000000,
    ],
    tenant: [
      WebhookHealth1764600000000,
      WebhookDeliveries1764600001000,
      WebhookQueueIndexes1764600001010,
      WebhookRoomInPages1764800060000,
      WebhookRoomForAll1765000000000,
      WebhookQueueActivation1765100000000,
    ],
  },
  jobs: [PRUNE_DELIVERIES],
  errors: [WEBHOOK_ERRORS],
  actions: WEBHOOK_ACTIONS,
  tags: [
    {
      name: 'Webhooks',
      description: 'Where a partner is told of calls: endpoints, their secrets, and what was delivered.',
      order: 65,
    },
  ],
});
