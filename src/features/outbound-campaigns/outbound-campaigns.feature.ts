import { defineFeature } from '../../core/registry/feature.js';
import { OutboundCampaigns1766000000100 } from './migrations/1766000000100-outbound-campaigns.js';
import * as campaigns from './campaigns.entities.js';
import * as contacts from './contacts.entities.js';
import * as dispatches from './dispatches.entities.js';
import { ContactErasureEntity } from './erasures.entities.js';
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
  migrations: { tenant: [OutboundCampaigns1766000000100] },
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
