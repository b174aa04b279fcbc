import { defineFeature } from '../../core/registry/feature.js';
import { HealthModule } from './health.module.js';

export const feature = defineFeature({
  folder: 'features/health',
  module: HealthModule,
  tags: [
    {
      name: 'Health',
      description: 'Whether the service answers, and for monitors whether its parts do.',
      order: 10,
    },
  ],
});
