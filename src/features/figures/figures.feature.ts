import { defineFeature } from '../../core/registry/feature.js';
import { FiguresModule } from './figures.module.js';

export const feature = defineFeature({
  folder: 'features/figures',
  module: FiguresModule,
  tags: [
    {
      name: 'Figures',
      description: 'The meaning of each figure, and how it is computed.',
      order: 31,
    },
  ],
});
