import { defineFeature } from '../../core/registry/feature.js';
import { DemoModule } from './demo.module.js';
import { DEMO_SETTINGS } from './demo.settings.js';

export const feature = defineFeature({
  folder: 'features/demo',
  module: DemoModule,
  // A suspended client's calls are not placed; no guard has checked that here.
  uses: { clients: 'reads' },
  settings: { service: DEMO_SETTINGS },
  tags: [
    {
      name: 'Public demo',
      description: 'Calls to people who ask for one, without an account.',
      order: 76,
    },
  ],
});
