import { defineFeature } from '../../core/registry/feature.js';
import { SavedViews1766000000381 } from './migrations/1766000000381-saved-views.js';
import { SAVED_VIEW_ACTIONS } from './saved-views.audit.js';
import * as entities from './saved-views.entities.js';
import { SavedViewsModule } from './saved-views.module.js';

export const feature = defineFeature({
  folder: 'features/saved-views',
  module: SavedViewsModule,
  entities: { metadata: Object.values(entities) },
  migrations: { metadata: [SavedViews1766000000381] },
  actions: SAVED_VIEW_ACTIONS,
  tags: [
    { name: 'Saved views', description: 'Pages of the portal with their filters, under a name.', order: 32 },
  ],
});
