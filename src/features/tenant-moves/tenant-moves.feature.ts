import { defineFeature } from '../../core/registry/feature.js';
import { TenantMoves1766000000541 } from './migrations/1766000000541-tenant-moves.js';
import { TENANT_MOVE_ACTIONS } from './tenant-moves.audit.js';
import { TenantMoveEntity } from './tenant-moves.entities.js';
import { TenantMovesModule } from './tenant-moves.module.js';

export const feature = defineFeature({
  folder: 'features/tenant-moves',
  module: TenantMovesModule,
  entities: { metadata: [TenantMoveEntity] },
  migrations: { metadata: [TenantMoves1766000000541] },
  // The route is switched in the transaction that records it.
  uses: { tenant_routes: 'writes' },
  actions: TENANT_MOVE_ACTIONS,
  tags: [{ name: 'Moves', description: "Moves of a client's call data between stores.", order: 91 }],
});
