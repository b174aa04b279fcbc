import { auditActions } from '../../core/shared/audit-event.js';

export const BILLING_ACTIONS = auditActions({
  planSet: 'billing.plan_set',
  meterSet: 'billing.meter_set',
  discountAdded: 'billing.discount_added',
  discountEnded: 'billing.discount_ended',
  adjustmentAdded: 'billing.adjustment_added',
  adjustmentEnded: 'billing.adjustment_ended',
  evidenceEnabled: 'billing.evidence_enabled',
  evidenceDisabled: 'billing.evidence_disabled',
  reconciliationRequested: 'billing.reconciliation_requested',
  correctionSettled: 'billing.correction_settled',
  recipientsUnmasked: 'billing.recipients_unmasked',
  portalOpened: 'billing.portal_session_created',
  alertCreated: 'billing.usage_alert_created',
  alertChanged: 'billing.usage_alert_changed',
  alertDeleted: 'billing.usage_alert_deleted',
  alertReached: 'billing.usage_alert_reached',
  alertMailed: 'billing.usage_alert_mailed',
  alertMailFailed: 'billing.usage_alert_mail_failed',
});
