import { defineFeature } from '../../core/registry/feature.js';
import { SecondFactors1766000000562 } from './migrations/1766000000562-second-factors.js';
import { PasskeyOwners1766000000641 } from './migrations/1766000000641-passkey-owners.js';
import { SECOND_FACTOR_ACTIONS } from './second-factors.audit.js';
import {
  MfaPolicyEntity,
  RecoveryCodeEntity,
  SecondFactorEntity,
  StepUpChallengeEntity,
} from './second-factors.entities.js';
import { SecondFactorsModule } from './second-factors.module.js';

export const feature = defineFeature({
  folder: 'features/second-factors',
  module: SecondFactorsModule,
  entities: {
    metadata: [SecondFactorEntity, RecoveryCodeEntity, StepUpChallengeEntity, MfaPolicyEntity],
  },
  uses: {
    // The factors of a person count for all of their clients.
    portal_user_client_assignments: 'reads',
    // Only an active person signs in by a passkey.
    portal_users: 'reads',
  },
  migrations: { metadata: [SecondFactors1766000000562, PasskeyOwners1766000000641] },
  actions: SECOND_FACTOR_ACTIONS,
  tags: [
    {
      name: 'Second factors',
      description: 'Authenticator apps and passkeys, recovery codes, step-up, and when they are needed.',
      order: 75,
    },
  ],
});
