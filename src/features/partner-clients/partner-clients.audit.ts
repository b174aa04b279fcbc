import { auditActions } from '../../core/shared/audit-event.js';

export const PARTNER_CLIENT_ACTIONS = auditActions({
  provisioned: 'partner_client.provisioned',
  profileChanged: 'partner_client.profile_changed',
  userAssigned: 'partner_client.user_assigned',
  userRemoved: 'partner_client.user_removed',
});
