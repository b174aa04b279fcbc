import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of single sign-on (single-sign-on 1.5). */
export const SSO_ACTIONS = auditActions({
  connectionCreated: 'sso_connection.created',
  connectionChanged: 'sso_connection.changed',
  connectionDeleted: 'sso_connection.deleted',
  connectionActivated: 'sso_connection.activated',
  connectionDisabled: 'sso_connection.disabled',
  domainAdded: 'sso_domain.added',
  domainVerified: 'sso_domain.verified',
  domainRemoved: 'sso_domain.removed',
  domainLost: 'sso_domain.lost',
  connectionTested: 'sso_connection.tested',
  enforcementChanged: 'sso_enforcement.changed',
  identityLinked: 'sso_identity.linked',
});
