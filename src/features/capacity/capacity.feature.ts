import { defineFeature } from '../../core/registry/feature.js';
import { Capacity1766000000080 } from './migrations/1766000000080-capacity.js';
import { CAPACITY_ACTIONS } from './capacity.audit.js';
import * as entities from './capacity.entities.js';
import { CapacityModule } from './capacity.module.js';
import { PRUNE_CAPACITY_HISTORY } from './samples/capacity-history.job.js';

export const feature = defineFeature({
  folder: 'features/capacity',
  module: CapacityModule,
  entities: { tenant: Object.values(entities) },
  migrations: { tenant: [Capacity1766000000080] },
  actions: CAPACITY_ACTIONS,
  jobs: [PRUNE_CAPACITY_HISTORY],
  tags: [
    {
      name: 'Capacity',
      description: 'How many calls may run at once, how many run now, and how many ran before.',
      order: 68,
    },
  ],
});
