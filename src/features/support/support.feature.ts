import { defineFeature } from '../../core/registry/feature.js';
import { ATTACHMENT_ACTIONS } from './attachments/attachments.audit.js';
import * as attachments from './attachments/attachments.entities.js';
import { ATTACHMENT_ERRORS } from './attachments/attachments.errors.js';
import { SEALED_ATTACHMENTS } from './attachments/attachments.sealed.js';
import { SupportStore1766000000700 } from './migrations/1766000000700-support-store.js';
import { SupportAttachments1766000000730 } from './migrations/1766000000730-support-attachments.js';
import { NumbersInFiles1766000000771 } from './migrations/1766000000771-numbers-in-files.js';
import { DELETE_OLD_TICKETS } from './rules/delete-old-tickets.js';
import { SUPPORT_ACTIONS } from './support.audit.js';
import * as entities from './support.entities.js';
import { SUPPORT_ERRORS } from './support.errors.js';
import { SupportModule } from './support.module.js';
import { SEALED_COMMENTS, SEALED_TICKETS } from './support.sealed.js';

export const feature = defineFeature({
  folder: 'features/support',
  module: SupportModule,
  entities: { tenant: [...Object.values(entities), ...Object.values(attachments)] },
  sealed: { tenant: [SEALED_TICKETS, SEALED_COMMENTS, SEALED_ATTACHMENTS] },
  // Views for reads over several clients.
  tables: { tenant: ['support_tickets_of_clients', 'support_recipients_of_clients'] },
  // A ticket shows the requests with its reference; mails quote comments if the client permits it.
  uses: { caller_requests: 'reads', pii_settings: 'reads' },
  errors: [SUPPORT_ERRORS, ATTACHMENT_ERRORS],
  actions: { ...SUPPORT_ACTIONS, ...ATTACHMENT_ACTIONS },
  migrations: {
    tenant: [SupportStore1766000000700, SupportAttachments1766000000730, NumbersInFiles1766000000771],
  },
  jobs: [DELETE_OLD_TICKETS],
  tags: [
    {
      name: 'Support',
      description:
        'Tickets in which partners and customers talk with our staff, with the calls they are about.',
      order: 24,
    },
  ],
});
