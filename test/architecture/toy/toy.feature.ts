import { defineFeature } from '../../../src/core/registry/feature.js';
import { ShelveToys1770000000000 } from './migrations/metadata/1770000000000-shelve-toys.js';
import { WearToys1770000000000 } from './migrations/tenant/1770000000000-wear-toys.js';
import { TOY_ACTIONS } from './toy.audit.js';
import { ToyEntity } from './toy.entities.js';
import { TOY_ERRORS } from './toy.errors.js';
import { POLISH_TOY } from './toy.job.js';
import { ToyModule } from './toy.module.js';
import { TOY_SETTINGS } from './toy.settings.js';
import { WornToyEntity } from './worn-toy.entity.js';

/** A feature with one of each kind of part; additions.spec.ts adds it to a copy of the tree. */
export const feature = defineFeature({
  folder: 'features/toy',
  module: ToyModule,
  entities: { metadata: [ToyEntity], tenant: [WornToyEntity] },
  migrations: { metadata: [ShelveToys1770000000000], tenant: [WearToys1770000000000] },
  settings: { service: TOY_SETTINGS },
  errors: [TOY_ERRORS],
  actions: TOY_ACTIONS,
  jobs: [POLISH_TOY],
  tags: [{ name: 'Toys', description: 'Toys on a shelf.', order: 100 }],
});
