import { defineFeature } from '../../core/registry/feature.js';
import { CatalogsModule } from './catalogs.module.js';

export const feature = defineFeature({
  folder: 'features/catalogs',
  module: CatalogsModule,
  tags: [
    {
      name: 'Catalogues',
      description:
        'The voices and models of the platform, which configurations name; the same for every caller.',
      order: 65,
    },
  ],
});
