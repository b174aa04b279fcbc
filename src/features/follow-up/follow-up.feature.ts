import { defineFeature } from '../../core/registry/feature.js';
import { FOLLOW_UP_ACTIONS } from './follow-up.audit.js';
import { CallFollowUpEntity, FollowUpSettingsEntity } from './follow-up.entities.js';
import { FOLLOW_UP_ERRORS } from './follow-up.errors.js';
import { FollowUpModule } from './follow-up.module.js';
import { FollowUpStore1766000000391 } from './migrations/1766000000391-follow-up-store.js';
import { FollowUpsOfClients1766000000580 } from './migrations/1766000000580-follow-ups-of-clients.js';
import { SEALED_FOLLOW_UPS } from './follow-up.sealed.js';

export const feature = defineFeature({
  folder: 'features/follow-up',
  module: FollowUpModule,
  entities: { tenant: [CallFollowUpEntity, FollowUpSettingsEntity] },
  sealed: { tenant: [SEALED_FOLLOW_UPS] },
  // A view for reads over several clients.
  tables: { tenant: ['call_follow_ups_of_clients'] },
  uses: {
    // One statement reads the queue in its order, and one applies a rule to a batch of calls.
    calls: 'reads',
    call_index: 'reads',
  },
  errors: [FOLLOW_UP_ERRORS],
  actions: FOLLOW_UP_ACTIONS,
  migrations: { tenant: [FollowUpStore1766000000391, FollowUpsOfClients1766000000580] },
  tags: [
    {
      name: 'Follow-up',
      description: 'Work that calls create for people, such as calling back, and notes on calls.',
      order: 22,
    },
  ],
});
