import { auditActions } from '../../core/shared/audit-event.js';

export const DATA_KEY_ACTIONS = auditActions({
  rotationStarted: 'data_key.rotation_started',
  rotationEnded: 'data_key.rotation_ended',
  wrappedAgain: 'data_key.wrapped_again',
});
