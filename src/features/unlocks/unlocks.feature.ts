import { defineFeature } from '../../core/registry/feature.js';
import { UnlocksStore1766000000621 } from './migrations/1766000000621-unlocks-store.js';
import { UNLOCK_ACTIONS } from './unlocks.audit.js';
import { CallPiiUnlockEntity } from './unlocks.entities.js';
import { UNLOCK_ERRORS } from './unlocks.errors.js';
import { UnlocksModule } from './unlocks.module.js';
import { SEALED_UNLOCKS } from './unlocks.sealed.js';

export const feature = defineFeature({
  folder: 'features/unlocks',
  module: UnlocksModule,
  entities: { tenant: [CallPiiUnlockEntity] },
  sealed: { tenant: [SEALED_UNLOCKS] },
  // A request locks its call against erasure.
  uses: { call_index: 'reads' },
  errors: [UNLOCK_ERRORS],
  actions: UNLOCK_ACTIONS,
  migrations: { tenant: [UnlocksStore1766000000621] },
  tags: [
    {
      name: 'Unlocks',
      description: 'Personal data of one call, unlocked for one person after another person has approved it.',
      order: 23,
    },
  ],
});
