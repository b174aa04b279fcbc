import { defineFeature } from '../../core/registry/feature.js';
import { CAPACITY_ACTIONS } from './capacity.audit.js';
import * as entities from './capacity.entities.js';
import { CapacityModule } from './capacity.module.js';
import { Capacity1764500000000 } from './migrations/1764500000000-capacity.js';
import { PRUNE_CAPACITY_HISTORY } from './samples/capacity-history.job.js';

export const feature = defineFeature({
  folder: 'features/capacity',
  module: CapacityModule,
  entities: { tenant: Object.values(entities) },
  migrations: { tenant: [Capacity1764500000000] },
  actions: CAPACITY_ACTIONS,
  jobs: [PRUNE_CAPACITY_HISTORY],
  tags: [
    {
      name: 'Capacity',
      description: 'How many calls may be in progress at once, how many are, and how many were.',
      order: 68,
    },
  ],
});
