import { defineFeature } from '../../core/registry/feature.js';
import { WebhookEndpoints1764600000000 } from './migrations/1764600000000-webhook-endpoints.js';
import { WebhookHealth1764600000000 } from './migrations/1764600000000-webhook-health.js';
import { WEBHOOK_ACTIONS } from './webhooks.audit.js';
import { WebhookEndpointEntity, WebhookHealthEntity } from './webhooks.entities.js';
import { WEBHOOK_ERRORS } from './webhooks.errors.js';
import { WebhooksModule } from './webhooks.module.js';

export const feature = defineFeature({
  folder: 'features/webhooks',
  module: WebhooksModule,
  entities: { metadata: [WebhookEndpointEntity], tenant: [WebhookHealthEntity] },
  // Whether a project may be given webhooks, under the lock that counts them.
  uses: { projects: 'reads' },
  migrations: { metadata: [WebhookEndpoints1764600000000], tenant: [WebhookHealth1764600000000] },
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
