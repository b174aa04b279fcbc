import { defineFeature } from '../../core/registry/feature.js';
import * as dispatches from './dispatch.entities.js';
import { DispatchModule } from './dispatch.module.js';
import { VersionsOfDispatches1766000000748 } from './migrations/1766000000748-versions-of-dispatches.js';
import { SEALED_DISPATCHES } from './dispatch.sealed.js';

export const feature = defineFeature({
  folder: 'features/dispatch',
  module: DispatchModule,
  entities: { tenant: Object.values(dispatches) },
  sealed: { tenant: SEALED_DISPATCHES },
  migrations: { tenant: [VersionsOfDispatches1766000000748] },
  uses: {
    campaigns: 'reads',
    campaign_contacts: 'writes',
  },
});
