import { defineFeature } from '../../core/registry/feature.js';
import { LiveCapacityModule } from './live-capacity.module.js';

export const feature = defineFeature({
  folder: 'features/live-capacity',
  module: LiveCapacityModule,
  uses: {
    // Each batch of reported calls changes their slots with a few statements.
    capacity_leases: 'writes',
    // One statement reads what is in use, refused and waiting, with the limits.
    capacity_limits: 'reads',
    capacity_blocks: 'reads',
  },
});
