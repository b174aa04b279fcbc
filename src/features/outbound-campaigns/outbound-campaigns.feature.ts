import { defineFeature } from '../../core/registry/feature.js';
import * as campaigns from './campaigns.entities.js';
import * as contacts from './contacts.entities.js';
import { Campaigns1764550000000 } from './migrations/1764550000000-campaigns.js';
import { LaunchesOfTheWorker1764550000041 } from './migrations/1764550000041-launches-of-the-worker.js';
import { ValidationResults1764550000043 } from './migrations/1764550000043-validation-results.js';
import * as dispatches from './dispatches.entities.js';
import { Dispatches1764550000051 } from './migrations/1764550000051-dispatches.js';
import { SingleDispatches1764550000081 } from './migrations/1764550000081-single-dispatches.js';
import { FailuresOfDispatches1764550000091 } from './migrations/1764550000091-failures-of-dispatches.js';
import { CallsThatReportsName1764800050000 } from './migrations/1764800050000-calls-that-reports-name.js';
import { ChangesInPieces1764550000071 } from './migrations/1764550000071-changes-in-pieces.js';
import { ContactErasureEntity } from './erasures.entities.js';
import { ErasureOfContacts1764800070000 } from './migrations/1764800070000-erasure-of-contacts.js';
import { ErasureOfSingleCalls1764800070010 } from './migrations/1764800070010-erasure-of-single-calls.js';
import { NumbersInFlight1764900100000 } from './migrations/1764900100000-numbers-in-flight.js';
import { PlannedForTheLargest1765000000010 } from './migrations/1765000000010-planned-for-the-largest.js';
import { FinishedContacts1765200000020 } from './migrations/1765200000020-finished-contacts.js';
import { RepeatedNumbers1765200000010 } from './migrations/1765200000010-repeated-numbers.js';
import { STOP_DIALLING } from './archived/archived-projects.job.js';
import { CAMPAIGN_ACTIONS } from './outbound-campaigns.audit.js';
import { CAMPAIGN_ERRORS } from './outbound-campaigns.errors.js';
import { OutboundCampaignsModule } from './outbound-campaigns.module.js';

export const feature = defineFeature({
  folder: 'features/outbound-campaigns',
  module: OutboundCampaignsModule,
  entities: {
    tenant: [
      ...Object.values(campaigns),
      ...Object.values(contacts),
      ...Object.values(dispatches),
      ContactErasureEntity,
    ],
  },
  migrations: {
    metadata: [LaunchesOfTheWorker1764550000041],
    tenant: [
      Campaigns1764550000000,
      ValidationResults1764550000043,
      Dispatches1764550000051,
      ChangesInPieces1764550000071,
      SingleDispatches1764550000081,
      FailuresOfDispatches1764550000091,
      CallsThatReportsName1764800050000,
      ErasureOfContacts1764800070000,
      ErasureOfSingleCalls1764800070010,
      NumbersInFlight1764900100000,
      PlannedForTheLargest1765000000010,
      RepeatedNumbers1765200000010,
      FinishedContacts1765200000020,
    ],
  },
  jobs: [STOP_DIALLING],
  errors: [CAMPAIGN_ERRORS],
  actions: CAMPAIGN_ACTIONS,
  tags: [
    {
      name: 'Outbound campaigns',
      description: 'Whom to call, what allows it, and how far it has come.',
      order: 72,
    },
  ],
});
