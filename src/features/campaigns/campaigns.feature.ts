import { defineFeature } from '../../core/registry/feature.js';
import { OutboundCampaigns1766000000100 } from './migrations/1766000000100-outbound-campaigns.js';
import { OutboundSettings1766000000101 } from './migrations/1766000000101-outbound-settings.js';
import { CampaignChanges1766000000521 } from './migrations/1766000000521-campaign-changes.js';
import * as campaigns from './campaigns.entities.js';
import * as contacts from './contacts.entities.js';
import { ContactErasureEntity } from './erasures.entities.js';
import { STOP_DIALLING } from './archived-projects/archived-projects.job.js';
import { CAMPAIGN_ACTIONS } from './campaigns.audit.js';
import { CAMPAIGN_ERRORS } from './campaigns.errors.js';
import { CampaignsModule } from './campaigns.module.js';
import { SEALED_CAMPAIGNS } from './campaigns.sealed.js';
import { PAUSE_CAPPED } from './usage-caps/capped-campaigns.job.js';

export const feature = defineFeature({
  folder: 'features/campaigns',
  module: CampaignsModule,
  entities: {
    tenant: [...Object.values(campaigns), ...Object.values(contacts), ContactErasureEntity],
  },
  sealed: { tenant: SEALED_CAMPAIGNS },
  migrations: {
    tenant: [OutboundCampaigns1766000000100, OutboundSettings1766000000101, CampaignChanges1766000000521],
  },
  jobs: [STOP_DIALLING, PAUSE_CAPPED],
  errors: [CAMPAIGN_ERRORS],
  actions: CAMPAIGN_ACTIONS,
  uses: {
    // Ending a campaign ends its waiting calls, and only one call at a time dials a number.
    dispatches: 'reads',
    single_dispatches: 'writes',
  },
  tags: [
    {
      name: 'Outbound campaigns',
      description:
        'Campaigns of outbound calls: their contacts, the rules that allow a call, and their progress.',
      order: 72,
    },
  ],
});
