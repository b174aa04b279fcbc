import { defineFeature } from '../../core/registry/feature.js';
import { SupportStore1766000000700 } from './migrations/1766000000700-support-store.js';
import { SUPPORT_ACTIONS } from './support.audit.js';
import * as entities from './support.entities.js';
import { SUPPORT_ERRORS } from './support.errors.js';
import { SupportModule } from './support.module.js';
import { SEALED_COMMENTS, SEALED_TICKETS } from './support.sealed.js';

export const feature = defineFeature({
  folder: 'features/support',
  module: SupportModule,
  entities: { tenant: Object.values(entities) },
  sealed: { tenant: [SEALED_TICKETS, SEALED_COMMENTS] },
  // Views for reads over several clients.
  tables: { tenant: ['support_tickets_of_clients', 'support_recipients_of_clients'] },
  // A ticket shows the requests with its reference.
  uses: { caller_requests: 'reads' },
  errors: [SUPPORT_ERRORS],
  actions: SUPPORT_ACTIONS,
  migrations: { tenant: [SupportStore1766000000700] },
  tags: [
    {
      name: 'Support',
      description:
        'Tickets in which partners and customers talk with our staff, with the calls they are about.',
      order: 24,
    },
  ],
});
