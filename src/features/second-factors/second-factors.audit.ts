import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of second factors (second-factors 5.1). */
export const SECOND_FACTOR_ACTIONS = auditActions({
  added: 'second_factor.added',
  removed: 'second_factor.removed',
  recoveryCodesMade: 'second_factor.recovery_codes_made',
  steppedUp: 'second_factor.stepped_up',
  refused: 'second_factor.refused',
  reset: 'second_factor.reset',
  policySaved: 'mfa_policy.saved',
});
