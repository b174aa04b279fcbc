import { defineFeature } from '../../core/registry/feature.js';
import { PARTNER_ACTIONS } from './partner.audit.js';
import { PartnerModule } from './partner.module.js';

export const feature = defineFeature({
  folder: 'features/partner',
  module: PartnerModule,
  actions: PARTNER_ACTIONS,
  tags: [
    {
      name: 'Partner integrations',
      description: 'Who the caller is, and the API keys of a partner.',
      order: 60,
    },
  ],
});
