import { auditActions } from '../../core/shared/audit-event.js';

/** The audit of direct input: session and call, without answers (direct-input 6.3). */
export const DIRECT_INPUT_ACTIONS = auditActions({
  opened: 'direct_input.session_opened',
  collected: 'direct_input.collected',
});
