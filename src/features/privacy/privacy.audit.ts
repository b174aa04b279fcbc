import { auditActions } from '../../core/shared/audit-event.js';

export const PRIVACY_ACTIONS = auditActions({
  policySaved: 'pii_policy.saved',
  governanceSaved: 'tenant_governance.saved',
});
