import { defineFeature } from '../../core/registry/feature.js';
import { BREAK_GLASS_ACTIONS } from './break-glass.audit.js';
import {
  BreakGlassChallengeEntity,
  BreakGlassHolderEntity,
  BreakGlassUseEntity,
} from './break-glass.entities.js';
import { BreakGlassModule } from './break-glass.module.js';
import { SEALED_REASONS } from './break-glass.sealed.js';
import { BreakGlass1766000000640 } from './migrations/1766000000640-break-glass.js';
import { WaysBack1766000000660 } from './migrations/1766000000660-ways-back.js';
import { ProvedFactors1766000000663 } from './migrations/1766000000663-proved-factors.js';

export const feature = defineFeature({
  folder: 'features/break-glass',
  module: BreakGlassModule,
  entities: { metadata: [BreakGlassHolderEntity, BreakGlassUseEntity, BreakGlassChallengeEntity] },
  // Holders who could sign in.
  tables: { metadata: ['break_glass_ways'] },
  sealed: { metadata: [SEALED_REASONS] },
  migrations: { metadata: [BreakGlass1766000000640, WaysBack1766000000660, ProvedFactors1766000000663] },
  uses: {
    // One statement checks that a holder is an active administrator.
    portal_users: 'reads',
    portal_user_client_assignments: 'reads',
    // While this table has a row, two holders must remain as a way back.
    tenant_required_connections: 'reads',
  },
  actions: BREAK_GLASS_ACTIONS,
  tags: [
    {
      name: 'Break-glass',
      description: 'The way in when the directory of a client fails.',
      order: 73,
    },
  ],
});
