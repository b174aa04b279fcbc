import { defineFeature } from '../../core/registry/feature.js';
import { WebhooksMetadata1766000000110 } from './migrations/1766000000110-webhooks-metadata.js';
import { WebhooksStore1766000000110 } from './migrations/1766000000110-webhooks-store.js';
import { WebhookDeliveryEntity, WebhookPositionEntity, WebhookQueueEntity } from './deliveries.entities.js';
import { PRUNE_DELIVERIES } from './history/webhook-days.job.js';
import { WEBHOOK_ACTIONS } from './webhooks.audit.js';
import { WebhookEndpointEntity, WebhookHealthEntity } from './webhooks.entities.js';
import { WEBHOOK_ERRORS } from './webhooks.errors.js';
import { WebhooksModule } from './webhooks.module.js';
import { SEALED_WEBHOOKS } from './webhooks.sealed.js';

export const feature = defineFeature({
  folder: 'features/webhooks',
  module: WebhooksModule,
  entities: {
    metadata: [WebhookEndpointEntity],
    tenant: [WebhookHealthEntity, WebhookDeliveryEntity, WebhookQueueEntity, WebhookPositionEntity],
  },
  sealed: { metadata: [SEALED_WEBHOOKS] },
  uses: {
    // Whether a project may have more webhooks, under the lock that counts them.
    projects: 'reads',
    // One statement counts missed events, from events and deliveries.
    call_events: 'reads',
    // An event is not missed but about to be sent while its call has a work item of the relay.
    work_items: 'reads',
  },
  migrations: { metadata: [WebhooksMetadata1766000000110], tenant: [WebhooksStore1766000000110] },
  jobs: [PRUNE_DELIVERIES],
  errors: [WEBHOOK_ERRORS],
  actions: WEBHOOK_ACTIONS,
  tags: [
    {
      name: 'Webhooks',
      description:
        'Webhooks of a partner for events of calls: endpoints, their secrets, and their deliveries.',
      order: 65,
    },
  ],
});
