import { defineFeature } from '../../core/registry/feature.js';
import { DIRECT_INPUT_ACTIONS } from './direct-input.audit.js';
import { DirectInputLinkEntity, DirectInputSessionEntity } from './direct-input.entities.js';
import { DIRECT_INPUT_ERRORS } from './direct-input.errors.js';
import { DirectInputModule } from './direct-input.module.js';
import { DirectInputMetadata1766000000290 } from './migrations/1766000000290-direct-input-metadata.js';
import { DirectInputStore1766000000291 } from './migrations/1766000000291-direct-input-store.js';
import { DirectInputCollectedAgain1766000000341 } from './migrations/1766000000341-direct-input-collected-again.js';

export const feature = defineFeature({
  folder: 'features/direct-input',
  module: DirectInputModule,
  entities: { metadata: [DirectInputLinkEntity], tenant: [DirectInputSessionEntity] },
  // A link of a suspended client does not work, and its page names the business.
  uses: { clients: 'reads' },
  errors: [DIRECT_INPUT_ERRORS],
  actions: DIRECT_INPUT_ACTIONS,
  migrations: {
    metadata: [DirectInputMetadata1766000000290],
    tenant: [DirectInputStore1766000000291, DirectInputCollectedAgain1766000000341],
  },
  tags: [
    {
      name: 'Direct input',
      description: 'A page on which a caller types during a call; only the runtime can read the answers.',
      order: 76,
    },
  ],
});
