import { defineFeature } from '../../core/registry/feature.js';
import { EMAIL_ROUTING_ACTIONS } from './email-routing.audit.js';
import * as entities from './email-routing.entities.js';
import { EmailRoutingModule } from './email-routing.module.js';
import { EmailRouting1766000000410 } from './migrations/1766000000410-email-routing.js';
import { Notices1766000000480 } from './migrations/1766000000480-notices.js';
import { SendingTimes1766000000490 } from './migrations/1766000000490-sending-times.js';
import { Bell1766000000495 } from './migrations/1766000000495-bell.js';
import { ToldByOperators1766000000496 } from './migrations/1766000000496-told-by-operators.js';
import { LastingLinks1766000000550 } from './migrations/1766000000550-lasting-links.js';
import { MAIL_NOTICE, PRUNE_NOTICES } from './lookup/notice-mails.js';
import { MAIL_VERIFICATION } from './lookup/verification-mails.js';
import { SEALED_EMAIL_ADDRESSES } from './email-routing.sealed.js';

export const feature = defineFeature({
  folder: 'features/email-routing',
  module: EmailRoutingModule,
  entities: { metadata: Object.values(entities) },
  sealed: { metadata: [SEALED_EMAIL_ADDRESSES] },
  migrations: {
    metadata: [
      EmailRouting1766000000410,
      Notices1766000000480,
      SendingTimes1766000000490,
      Bell1766000000495,
      ToldByOperators1766000000496,
      LastingLinks1766000000550,
    ],
  },
  uses: {
    // The name of the client, for the mail.
    clients: 'reads',
  },
  actions: EMAIL_ROUTING_ACTIONS,
  jobs: [MAIL_VERIFICATION, MAIL_NOTICE, PRUNE_NOTICES],
  tags: [
    {
      name: 'Email routing',
      description:
        'The email addresses to which the platform sends notices, and which topics go to which. An address gets ' +
        'nothing before its owner has confirmed it. For signed-in administrators; a key gets 404.',
      order: 66,
    },
    {
      name: 'Notices',
      description:
        'Events of a client, as the bell of the portal shows them: each role sees events of what its own ' +
        'routes show. For people who are signed in; a key gets 404.',
      order: 33,
    },
  ],
});
