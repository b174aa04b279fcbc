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
  // Holders who would get in.
  tables: { metadata: ['break_glass_ways'] },
  sealed: { metadata: [SEALED_REASONS] },
  migrations: { metadata: [BreakGlass1766000000640, WaysBack1766000000660, ProvedFactors1766000000663] },
  uses: {
    // A holder is an active administrator, in one statement.
    portal_users: 'reads',
    portal_user_client_assignments: 'reads',
    // Two holders must stay a way back while it has a row.
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
