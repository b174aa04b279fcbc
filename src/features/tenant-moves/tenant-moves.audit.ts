import { auditActions } from '../../core/shared/audit-event.js';

export const TENANT_MOVE_ACTIONS = auditActions({
  started: 'tenant_move.started',
  switched: 'tenant_move.switched',
  undone: 'tenant_move.undone',
  ended: 'tenant_move.ended',
});
