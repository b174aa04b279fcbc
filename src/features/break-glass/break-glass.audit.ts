import { auditActions } from '../../core/shared/audit-event.js';

export const BREAK_GLASS_ACTIONS = auditActions({
  holdersSaved: 'break_glass.holders_saved',
  keyProved: 'break_glass.key_proved',
  opened: 'break_glass.opened',
  closed: 'break_glass.closed',
  confirmed: 'break_glass.confirmed',
});
