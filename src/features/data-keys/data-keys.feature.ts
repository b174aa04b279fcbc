import { defineFeature } from '../../core/registry/feature.js';
import { DATA_KEY_ACTIONS } from './data-keys.audit.js';
import { KeyRotationEntity } from './data-keys.entities.js';
import { DataKeysModule } from './data-keys.module.js';
import { DataKeys1766000000530 } from './migrations/1766000000530-data-keys.js';
import { DataKeysStore1766000000531 } from './migrations/1766000000531-data-keys-store.js';
import { RESEAL } from './rotations/reseal-jobs.js';

export const feature = defineFeature({
  folder: 'features/data-keys',
  module: DataKeysModule,
  entities: { metadata: [KeyRotationEntity] },
  migrations: { metadata: [DataKeys1766000000530], tenant: [DataKeysStore1766000000531] },
  // Core uses the tenants' keys; a rotation adds one and ends the old ones.
  uses: { tenant_data_keys: 'writes' },
  actions: DATA_KEY_ACTIONS,
  jobs: [RESEAL],
});
