import { auditActions } from '../../core/shared/audit-event.js';

export const WEBHOOK_ACTIONS = auditActions({
  created: 'webhook.created',
  changed: 'webhook.changed',
  deleted: 'webhook.deleted',
  secretRotated: 'webhook.secret_rotated',
  previousSecretEnded: 'webhook.previous_secret_ended',
  tested: 'webhook.tested',
  redelivered: 'webhook.redelivered',
  recovered: 'webhook.recovered',
  degraded: 'webhook.degraded',
  disabled: 'webhook.disabled',
});
