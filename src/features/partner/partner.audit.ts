import { auditActions } from '../../core/shared/audit-event.js';

export const PARTNER_ACTIONS = auditActions({
  tenantProvisioned: 'tenant.provisioned',
  routeSet: 'tenant.route_set',
  tenantSuspended: 'tenant.suspended',
  tenantResumed: 'tenant.resumed',
  roleGiven: 'person.role_given',
  roleEnded: 'person.role_ended',
  keyCreated: 'api_key.created',
  keyRotated: 'api_key.rotated',
  keyRevoked: 'api_key.revoked',
  keyHandedOver: 'api_key.handed_over',
  keyLifetimeSet: 'api_key.lifetime_set',
});
