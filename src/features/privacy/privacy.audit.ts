import { auditActions } from '../../core/shared/audit-event.js';

/** What is audited of what a tenant decides about personal data. */
export const PRIVACY_ACTIONS = auditActions({
  policySaved: 'pii_policy.saved',
  governanceSaved: 'tenant_governance.saved',
});
