import { defineFeature } from '../../core/registry/feature.js';
import * as dispatches from './dispatch.entities.js';
import { DispatchModule } from './dispatch.module.js';

export const feature = defineFeature({
  folder: 'features/dispatch',
  module: DispatchModule,
  entities: { tenant: Object.values(dispatches) },
  uses: {
    campaigns: 'reads',
    campaign_contacts: 'writes',
  },
});
