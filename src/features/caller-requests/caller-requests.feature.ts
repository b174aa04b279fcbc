import { defineFeature } from '../../core/registry/feature.js';
import { CallerRequests1766000000050 } from './migrations/1766000000050-caller-requests.js';
import { RequestsOfTickets1766000000701 } from './migrations/1766000000701-requests-of-tickets.js';
import { CALLER_REQUEST_ACTIONS } from './caller-requests.audit.js';
import * as entities from './caller-requests.entities.js';
import { CALLER_REQUEST_ERRORS } from './caller-requests.errors.js';
import { CallerRequestsModule } from './caller-requests.module.js';
import { ERASE_CALLER_DATA, SEARCH_CALLER_DATA } from './rules/processing-jobs.js';
import { SEALED_NOTES } from './caller-requests.sealed.js';

export const feature = defineFeature({
  folder: 'features/caller-requests',
  module: CallerRequestsModule,
  entities: { metadata: Object.values(entities) },
  sealed: { metadata: [SEALED_NOTES] },
  // The time zone that determines the due date, and whether the project belongs to the tenant and
  // is not archived.
  uses: { clients: 'reads', projects: 'reads' },
  migrations: { metadata: [CallerRequests1766000000050, RequestsOfTickets1766000000701] },
  jobs: [SEARCH_CALLER_DATA, ERASE_CALLER_DATA],
  errors: [CALLER_REQUEST_ERRORS],
  actions: CALLER_REQUEST_ACTIONS,
  tags: [
    {
      name: 'Caller requests',
      description: 'Requests of callers to access or delete their own data, and their progress.',
      order: 75,
    },
  ],
});
